from typing import TYPE_CHECKING, Annotated

import strawberry

from toolcrib.api.graphql.execution.types import Execution
from toolcrib.api.graphql.identity.types import Subject
from toolcrib.api.graphql.relay import First, never_resolved
from toolcrib.api.graphql.scalars import DateTime

if TYPE_CHECKING:
    from toolcrib.api.graphql.catalog.types import Tool

LazyTool = Annotated["Tool", strawberry.lazy("toolcrib.api.graphql.catalog.types")]

CALLS = "How many runs were asked for, refused ones included."
FAILURES = "How many of them failed or timed out."
SLOW = "How many of them took more than 5 seconds."
P50 = "Half of those that ran took no longer: milliseconds, to two digits, rounded up; null where none ran."
P95 = "95 of 100 that ran took no longer: milliseconds, to two digits, rounded up; null where none ran."


def _top(first: First = 5):  # type: ignore[no-untyped-def]  # the field's own annotation says what it answers
    never_resolved(first)


@strawberry.type(description="All runs of a span of time.")
class StatisticsTotals:
    calls: int = strawberry.field(description=CALLS)
    failures: int = strawberry.field(description=FAILURES)
    slow: int = strawberry.field(description=SLOW)
    p50_ms: int | None = strawberry.field(description=P50)
    p95_ms: int | None = strawberry.field(description=P95)


@strawberry.type(description="The runs that were recorded in one part of the span.")
class StatisticsBucket:
    start: DateTime = strawberry.field(description="When it begins; it ends where the next one begins.")
    calls: int = strawberry.field(description=CALLS)
    failures: int = strawberry.field(description=FAILURES)
    slow: int = strawberry.field(description=SLOW)
    p50_ms: int | None = strawberry.field(description=P50)
    p95_ms: int | None = strawberry.field(description=P95)


@strawberry.type(description="The runs of one tool.")
class ToolStatistics:
    tool: LazyTool | None = strawberry.field(description="Null where the viewer may not read the tool.")
    calls: int = strawberry.field(description=CALLS)
    failures: int = strawberry.field(description=FAILURES)
    slow: int = strawberry.field(description=SLOW)
    p50_ms: int | None = strawberry.field(description=P50)
    p95_ms: int | None = strawberry.field(description=P95)


@strawberry.type(description="The runs that one user or agent asked for.")
class CallerStatistics:
    caller: Subject = strawberry.field(description="Who called.")
    calls: int = strawberry.field(description=CALLS)
    failures: int = strawberry.field(description=FAILURES)
    slow: int = strawberry.field(description=SLOW)


@strawberry.type(description="The runs of one tool that failed for one reason.")
class FailureStatistics:
    tool: LazyTool | None = strawberry.field(description="Null where the viewer may not read the tool.")
    error_code: str | None = strawberry.field(description="Why; stable, for programs.")
    failures: int = strawberry.field(description="How many runs.")
    latest: Execution = strawberry.field(description="The last of them.")


@strawberry.type(description="How tools were used in a span of time, as far as the viewer may see the runs.")
class Statistics:
    since: DateTime = strawberry.field(description="The beginning of the first bucket.")
    until: DateTime = strawberry.field(description="The end, not included: it lies in the last bucket.")
    bucket_seconds: int = strawberry.field(description="How long a bucket is.")
    totals: StatisticsTotals = strawberry.field(description="All runs together.")
    buckets: list[StatisticsBucket] = strawberry.field(
        description="The span in equal parts, in order; those in which nothing ran are there too."
    )
    top_tools: list[ToolStatistics] = strawberry.field(resolver=_top, description="The tools called most.")
    slow_tools: list[ToolStatistics] = strawberry.field(
        resolver=_top,
        description="The tools with the most runs of more than 5 seconds; those without any are left out.",
    )
    top_callers: list[CallerStatistics] = strawberry.field(resolver=_top, description="Who called most.")
    top_failures: list[FailureStatistics] = strawberry.field(
        resolver=_top, description="What failed, by tool and reason, the most frequent first."
    )
