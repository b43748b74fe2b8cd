"""The files that runs leave behind, for those who may see the run."""

from dataclasses import dataclass
from uuid import UUID

from toolcrib.access.predicates import execution_visible
from toolcrib.core.db import Database
from toolcrib.core.errors import NotFound
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal


@dataclass(frozen=True, slots=True)
class ArtifactFile:
    """`size` in bytes; `name` and `mime_type` are what the script said: never to be trusted."""

    name: str
    mime_type: str
    sha256: bytes
    size: int


async def find_artifact(database: Database, principal: Principal, artifact_id: UUID) -> ArtifactFile:
    """Raises NotFound for one that is not there, or not for this asker to know."""
    parameters = Parameters(artifact_id)
    visible = execution_visible("e", principal, parameters)
    row = await database.fetch_one(
        "SELECT a.name, b.mime_type, b.sha256, b.size FROM execution_artifact a"  # noqa: S608 - a predicate of ours
        " JOIN binary_object b ON b.id = a.object JOIN execution e ON e.id = a.execution"
        f" WHERE a.id = $1 AND {visible}",
        *parameters.values,
    )
    if row is None:
        raise NotFound("There is no such file.", ("id",))
    return ArtifactFile(row["name"], row["mime_type"], row["sha256"], row["size"])
