"""Errors as callers see them: expected ones in the payload, all others as GraphQL errors that give nothing away."""

import logging
from collections.abc import Awaitable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar
from uuid import uuid4

import strawberry
from graphql import GraphQLError
from strawberry.exceptions import MissingQueryError, StrawberryInputCoercionError
from strawberry.extensions import MaskErrors
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.execution import PreExecutionError

from toolcrib.core.errors import InvalidInput, NotFound, Problem, RateLimited, ToolcribError
from toolcrib.core.json_text import shorten

if TYPE_CHECKING:
    from toolcrib.api.graphql.queries import Query

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

SENDER_CAN_MEND = {"classification": "BAD_REQUEST"}
"""For programs that do not know our codes: what others' servers and clients call an error of the request's own."""


@strawberry.type(description="A rule that the input breaks.")
class UserError:
    code: str = strawberry.field(description="Stable, for programs.")
    message: str = strawberry.field(description="For people: the rule and how to keep it.")
    field: list[str] | None = strawberry.field(description="The path of the input's field it is about.")

    @classmethod
    def of(cls, problem: Problem) -> "UserError":
        path = [str(part) for part in problem.field]
        return cls(code=problem.code, message=problem.message, field=path or None)


@strawberry.interface(description="What every mutation answers.")
class Payload:
    user_errors: list[UserError] = strawberry.field(description="Empty if it was done.", default_factory=list)

    @strawberry.field(description="Everything that can be read, as it is now that the mutation is done.")
    def query(self, info: strawberry.Info) -> Annotated["Query", strawberry.lazy("toolcrib.api.graphql.queries")]:
        return info.schema.query()


def user_errors(problems: Sequence[Problem]) -> list[UserError]:
    return [UserError.of(problem) for problem in problems]


async def expected(
    action: Awaitable[Answer], besides: type[ToolcribError] | tuple[()] = ()
) -> tuple[Answer | None, list[UserError]]:
    """What the action answers, or the rules it says were broken: payload data, not a fault.

    Raises `besides`, for those who make something of their own of it.
    """
    try:
        return await action, []
    except besides:
        raise
    except ToolcribError as error:
        return None, user_errors(error.problems)


ABOUT_THE_REQUEST = (
    GraphQLError,
    StrawberryInputCoercionError,
    CannotGetOperationTypeError,
    InvalidOperationTypeError,
)


class PresentErrors(MaskErrors):
    """Every error has a code: its own, or that of the phase it was made in. A fault says no more than where to look."""

    def __init__(self) -> None:
        super().__init__(should_mask_error=_came_from_code)

    def on_operation(self) -> Iterator[None]:
        try:
            yield from super().on_operation()
        except (MissingQueryError, CannotGetOperationTypeError, InvalidOperationTypeError):
            raise
        except Exception as error:
            own = error if isinstance(error, GraphQLError) else GraphQLError(str(error), original_error=error)
            [presented] = self._process_errors([own])
            raise coded(presented, self._code_before_execution()) from error

    def _process_result(self, result: object) -> None:
        """What an error while an operation runs is about, it says itself, unless it is a variable or an argument."""
        super()._process_result(result)
        is_early = isinstance(result, PreExecutionError)
        for error in getattr(result, "errors", None) or ():
            coded(error, self._code_before_execution() if is_early else InvalidInput.code)

    def _code_before_execution(self) -> str:
        is_parsed = self.execution_context.graphql_document is not None
        return "GRAPHQL_VALIDATION_FAILED" if is_parsed else "GRAPHQL_PARSE_FAILED"

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        return present(error)


def present(error: GraphQLError) -> GraphQLError:
    """An error that came from code, as callers see it."""
    cause = error.original_error
    if isinstance(cause, ToolcribError):
        return _with(error, cause.problems[0].message, _extensions(cause))
    if isinstance(cause, RecursionError) and error.path is None:
        return _with(error, "The document is nested too deeply.", {"code": "QUERY_LIMIT"})
    reference = uuid4().hex
    log.error("fault %s in %s", reference, error.path, exc_info=cause)
    return _with(error, f"Something went wrong here. Reference: {reference}", {"code": "INTERNAL"})


def coded(error: GraphQLError, code: str) -> GraphQLError:
    """The error itself, with `code` where it has none."""
    if error.extensions is None:
        error.extensions = {}
    error.extensions.setdefault("code", code)
    if error.extensions["code"] == InvalidInput.code:
        error.extensions |= SENDER_CAN_MEND
    return error


def no_such_operation(name: str | None) -> GraphQLError:
    message = f"The document has no operation named {shorten(name)}." if name else "The document has no operation."
    return coded(GraphQLError(message), "OPERATION_RESOLUTION_FAILURE")


def _came_from_code(error: GraphQLError) -> bool:
    return error.original_error is not None and not isinstance(error.original_error, ABOUT_THE_REQUEST)


def _extensions(error: ToolcribError) -> dict[str, object]:
    problem = error.problems[0]
    extensions: dict[str, object] = {"code": problem.code}
    if isinstance(error, InvalidInput | NotFound):
        extensions |= SENDER_CAN_MEND
    if problem.field:
        extensions["field"] = [str(part) for part in problem.field]
    if isinstance(error, RateLimited):
        extensions["retryAfterMs"] = error.retry_after_ms
    return extensions


def _with(error: GraphQLError, message: str, extensions: dict[str, object]) -> GraphQLError:
    return GraphQLError(
        message,
        nodes=error.nodes,
        source=error.source,
        positions=error.positions,
        path=error.path,
        extensions=extensions,
    )
