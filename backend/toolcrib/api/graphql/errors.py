"""Errors as callers see them: expected ones in the payload, all others as GraphQL errors that give nothing away."""

import logging
from collections.abc import Awaitable, Sequence
from typing import TypeVar
from uuid import uuid4

import strawberry
from graphql import GraphQLError
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.extensions import MaskErrors
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError

from toolcrib.core.errors import Problem, RateLimited, ToolcribError

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


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


class PresentErrors(MaskErrors):
    """Domain errors keep their code; a fault gets a reference for the log, and says no more."""

    def __init__(self) -> None:
        super().__init__(should_mask_error=_came_from_code)

    def anonymise_error(self, error: GraphQLError) -> GraphQLError:
        cause = error.original_error
        if isinstance(cause, ToolcribError):
            return _with(error, cause.problems[0].message, _extensions(cause))
        reference = uuid4().hex
        log.error("fault %s in %s", reference, error.path, exc_info=cause)
        return _with(error, f"Something went wrong here. Reference: {reference}", {"code": "INTERNAL"})


ABOUT_THE_REQUEST = (
    GraphQLError,
    StrawberryInputCoercionError,
    CannotGetOperationTypeError,
    InvalidOperationTypeError,
)


def _came_from_code(error: GraphQLError) -> bool:
    return error.original_error is not None and not isinstance(error.original_error, ABOUT_THE_REQUEST)


def _extensions(error: ToolcribError) -> dict[str, object]:
    problem = error.problems[0]
    extensions: dict[str, object] = {"code": problem.code}
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
