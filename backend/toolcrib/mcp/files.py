"""What a run left behind, as content of its result: small pictures themselves, of all else where to fetch it."""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from typing import Any

from toolcrib.core.errors import NotFound
from toolcrib.execution.objects import ObjectStore

MOST_BYTES = 1_000_000
"""Of a picture that a result carries, and of all its pictures together."""
_BEGINNINGS: Mapping[str, bytes] = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
    "image/webp": b"RIFF",
}
"""What models take. A script says what its file is; the file's own beginning must agree."""
LINKS_SINCE = "2025-06-18"


async def contents(
    artifacts: Sequence[Mapping[str, Any]], objects: ObjectStore, address: str, protocol: str
) -> list[dict[str, Any]]:
    """`address` is this server's own, as the client wrote it; `protocol` the revision that the client speaks."""
    left, found = MOST_BYTES, []
    for artifact in artifacts:
        picture = None
        if artifact["size"] <= left and artifact["mimeType"] in _BEGINNINGS:
            picture = await asyncio.to_thread(_picture, artifact, objects)
        left -= artifact["size"] if picture else 0
        found.append(picture or _link(artifact, address, protocol))
    return found


def _picture(artifact: Mapping[str, Any], objects: ObjectStore) -> dict[str, Any] | None:
    try:
        with objects.open(bytes.fromhex(artifact["sha256"])) as file:
            content = file.read()
    except NotFound:
        return None
    if not content.startswith(_BEGINNINGS[artifact["mimeType"]]):
        return None
    return {"type": "image", "data": base64.b64encode(content).decode(), "mimeType": artifact["mimeType"]}


def _link(artifact: Mapping[str, Any], address: str, protocol: str) -> dict[str, Any]:
    uri = f"{address}{artifact['url']}"
    if protocol < LINKS_SINCE:
        return {"type": "text", "text": f"{artifact['name']}: {uri}"}
    return {
        "type": "resource_link",
        "uri": uri,
        "name": artifact["name"],
        "mimeType": artifact["mimeType"],
        "size": artifact["size"],
        "description": "Fetch it with the same access token.",
    }
