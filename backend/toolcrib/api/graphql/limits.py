"""What a document may ask for at most, so that no query can be a weapon. Each rule is made once and shared."""

from graphql import DirectiveNode, FieldNode, GraphQLError, Node, ValidationContext, ValidationRule

MAX_DEPTH = 15
MAX_TOKENS = 5_000
MAX_CHARACTERS = 100_000
MAX_ALIASES = 100
MAX_DIRECTIVES = 50
MAX_COST = 20_000
KEY_LENGTH = 63
"""The planner names its columns after response keys, and Postgres cuts a name after 63 bytes."""


class ShapeLimits(ValidationRule):
    """At most `MAX_ALIASES` aliases, each of at most `KEY_LENGTH` characters, and `MAX_DIRECTIVES` directives."""

    def __init__(self, context: ValidationContext) -> None:
        super().__init__(context)
        self._aliases = 0
        self._directives = 0

    def enter_field(self, node: FieldNode, *_: object) -> None:
        if node.alias is None:
            return
        self._aliases += 1
        if len(node.alias.value) > KEY_LENGTH:
            self.report_error(query_limit(f"An alias may have at most {KEY_LENGTH} characters.", node))
        if self._aliases == MAX_ALIASES + 1:
            self.report_error(query_limit(f"A document may have at most {MAX_ALIASES} aliases.", node))

    def enter_directive(self, node: DirectiveNode, *_: object) -> None:
        self._directives += 1
        if self._directives == MAX_DIRECTIVES + 1:
            self.report_error(query_limit(f"A document may have at most {MAX_DIRECTIVES} directives.", node))


def query_limit(message: str, node: Node | None = None) -> GraphQLError:
    return GraphQLError(message, node, extensions={"code": "QUERY_LIMIT"})
