"""What a document may ask for at most, so that no query can be a weapon. Each rule is made once and shared."""

from collections.abc import Iterator

from graphql import ASTValidationRule, FieldNode, GraphQLError, ValidationContext, ValidationRule
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    ParserCache,
    QueryDepthLimiter,
    SchemaExtension,
    ValidationCache,
)

MAX_DEPTH = 15
MAX_TOKENS = 5_000
MAX_ALIASES = 100
REMEMBERED_DOCUMENTS = 500
KEY_LENGTH = 63
"""The planner names its columns after response keys, and Postgres cuts a name after 63 bytes."""


class AliasLimits(ValidationRule):
    """At most `MAX_ALIASES` aliases, each of at most `KEY_LENGTH` characters."""

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self._aliases = 0

    def enter_field(self, node: FieldNode, *_: object) -> None:
        if node.alias is None:
            return
        self._aliases += 1
        if len(node.alias.value) > KEY_LENGTH:
            self.report_error(query_limit(f"An alias may have at most {KEY_LENGTH} characters.", node))
        if self._aliases == MAX_ALIASES + 1:
            self.report_error(query_limit(f"A document may have at most {MAX_ALIASES} aliases.", node))


class ValidatedOnce(ValidationCache):
    def on_validate(self) -> Iterator[None]:
        """A document that was refused already is not validated: that is what its refusal spares us."""
        if self.execution_context.pre_execution_errors:
            yield
        else:
            yield from super().on_validate()


def query_limit(message: str, node: FieldNode | None = None) -> GraphQLError:
    return GraphQLError(message, node, extensions={"code": "QUERY_LIMIT"})


def token_limit() -> SchemaExtension:
    return MaxTokensLimiter(max_token_count=MAX_TOKENS)


_RULES: list[type[ASTValidationRule]] = [AliasLimits, *QueryDepthLimiter(max_depth=MAX_DEPTH).validation_rules]


def shape_limits() -> SchemaExtension:
    """Depth and aliases; always by the same rules, for they are part of the key that documents are remembered by."""
    return AddValidationRules(_RULES)


def parsed_once() -> SchemaExtension:
    """Programs send the same documents over and over: to parse one takes longer than to answer it."""
    return ParserCache(REMEMBERED_DOCUMENTS)


def validated_once() -> SchemaExtension:
    return ValidatedOnce(REMEMBERED_DOCUMENTS)
