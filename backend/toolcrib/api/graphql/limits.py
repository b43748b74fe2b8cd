"""What a document may ask for at most, so that no query can be a weapon. Each rule is made once and shared."""

from graphql import FieldNode, GraphQLError, ValidationContext, ValidationRule
from strawberry.extensions import AddValidationRules, MaxTokensLimiter, QueryDepthLimiter, SchemaExtension

MAX_DEPTH = 15
MAX_TOKENS = 5_000
MAX_ALIASES = 100
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


def query_limit(message: str, node: FieldNode | None = None) -> GraphQLError:
    return GraphQLError(message, node, extensions={"code": "QUERY_LIMIT"})


def token_limit() -> SchemaExtension:
    return MaxTokensLimiter(max_token_count=MAX_TOKENS)


def depth_limit() -> SchemaExtension:
    return QueryDepthLimiter(max_depth=MAX_DEPTH)


def alias_limits() -> SchemaExtension:
    return AddValidationRules([AliasLimits])
