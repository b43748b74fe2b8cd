"""Ids: UUIDv7 inside, `<kind>_<32 hex>` outside."""

import re
from uuid import UUID

import uuid_utils

from toolcrib.core.errors import InvalidInput, Path

_GLOBAL_ID = re.compile(r"([a-z][a-z_]*)_([0-9a-f]{32})")


def new_id() -> UUID:
    """A UUIDv7 (RFC 9562): near creation order, so lists page by it."""
    return UUID(bytes=uuid_utils.uuid7().bytes)


def global_id(kind: str, value: UUID) -> str:
    return f"{kind}_{value.hex}"


def split_id(text: str, field: Path = ("id",)) -> tuple[str | None, UUID]:
    """The kind and the UUID of `text`; the kind is None for a plain UUID.

    Raises InvalidInput where it is neither.
    """
    if match := _GLOBAL_ID.fullmatch(text):
        return match[1], UUID(hex=match[2])
    try:
        return None, UUID(text)
    except ValueError:
        raise InvalidInput(f"{text[:80]!r} is not an id: expected <kind>_<32 hex digits> or a UUID.", field) from None


def parse_id(text: str, *kinds: str, field: Path = ("id",)) -> UUID:
    """The UUID of an id of one of `kinds`, or of a plain UUID.

    Raises InvalidInput for an id of another kind.
    """
    kind, value = split_id(text, field)
    if kind is not None and kind not in kinds:
        raise InvalidInput(f"{text!r} is the id of a {kind}; expected {' or '.join(kinds)}.", field)
    return value
