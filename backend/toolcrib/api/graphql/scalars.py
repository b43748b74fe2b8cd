from datetime import UTC, datetime
from typing import NewType

from graphql import GraphQLError
from strawberry.types.scalar import ScalarDefinition, scalar


def parse_instant(text: object) -> datetime:
    """An ISO 8601 instant with an offset. Raises GraphQLError: any other error in a document is taken for a fault."""
    try:
        value = datetime.fromisoformat(text)  # type: ignore[arg-type]  # a document may hold anything here
        if value.tzinfo is not None:
            return value.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        pass
    shown = repr(text)[:80]
    raise GraphQLError(f"{shown} is not an instant in ISO 8601 with an offset: write 2026-01-31T12:00:00Z.")


def print_instant(value: datetime) -> str:
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


DateTime = NewType("DateTime", datetime)
JSON = NewType("JSON", object)
BigInt = NewType("BigInt", int)

SCALARS: dict[object, ScalarDefinition] = {
    DateTime: scalar(
        name="DateTime",
        description="An instant in ISO 8601 with an offset; answered in UTC.",
        specified_by_url="https://scalars.graphql.org/andimarek/date-time",
        serialize=print_instant,
        parse_value=parse_instant,
    ),
    JSON: scalar(
        name="JSON",
        description="Any JSON value, as its author wrote it.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc8259",
        serialize=lambda value: value,
        parse_value=lambda value: value,
        parse_literal=None,
    ),
    BigInt: scalar(
        name="BigInt",
        description="A whole number that may need more than 32 bits, up to 2^53; a JSON number.",
        serialize=int,
        parse_value=int,
    ),
}
