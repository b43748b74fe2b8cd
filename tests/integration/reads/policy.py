"""Who may see what, written from the design's words over plain rows; it knows nothing of the product's SQL.

The words: everyone who is signed in knows the people, the agents and the categories. Of a person's account, tokens and
sessions know the person and admins; of an agent's profile and tokens also its owner. Rights on a tool come from owning
it, from a grant that has not expired, from its visibility, or from the role ADMIN. A deleted tool shows to its ADMINs.
An execution shows to its caller, the user it was for, the calling agent's owner and the ADMINs of its tool; a refused
call of a tool that its caller may not know shows to those ADMINs only. An agent that acts for a user may do what both
may, and sees of its own calls those for that user. A token's scope caps what is left.
The audit trail shows to admins, and to the ADMINs of a tool what was done to it, both with scope MANAGE.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from toolcrib.identity.model import Principal

Row = Mapping[str, Any]
Rows = Mapping[str, Mapping[UUID, Row]]
"""Each table's rows by id."""

LEVELS = (None, "READ", "EXECUTE", "ADMIN")
SCOPES = ("READ", "EXECUTE", "MANAGE")


@dataclass(frozen=True)
class Side:
    """One subject whose rights count: the asker, or the user whom it acts for."""

    subject: UUID
    is_admin: bool


@dataclass(frozen=True)
class Policy:
    rows: Rows
    principal: Principal
    now: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def me(self) -> UUID:
        return self.principal.subject_id

    @property
    def is_admin(self) -> bool:
        return self.principal.role == "ADMIN"

    @property
    def sides(self) -> list[Side]:
        sides = [Side(self.me, self.is_admin)]
        if self.principal.on_behalf_of:
            user = self.rows["user_account"][self.principal.on_behalf_of]
            sides.append(Side(user["id"], user["role"] == "ADMIN" and user["is_active"]))
        return sides

    def allows(self, type_name: str, row: Row) -> bool:
        """May the principal know of the object of this GraphQL type that the row makes."""
        return _RULES[type_name](self, row)

    def reads_tool(self, tool: Row) -> bool:
        return all(self._reads(side, tool) for side in self.sides)

    def runs_tool(self, tool: Row) -> bool:
        if self.principal.scope == "READ" or tool["deleted_at"]:
            return False
        return all(
            tool["visibility"] != "PRIVATE"
            or tool["owner"] == side.subject
            or self._grant(side, tool) in ("EXECUTE", "ADMIN")
            for side in self.sides
        )

    def administers(self, tool: Row) -> bool:
        return all(self._administers(side, tool) for side in self.sides)

    def permission(self, tool: Row) -> str | None:
        """The most that the principal may do with the tool, its token's scope considered."""
        cap = SCOPES.index(self.principal.scope) + 1
        return LEVELS[min(cap, *(self._level(side, tool) for side in self.sides))]

    def sees_execution(self, execution: Row) -> bool:
        if self.administers(self.rows["tool"][execution["tool"]]):
            return True
        return not execution["hidden_from_caller"] and (self._called(execution) or self._answers_for(execution))

    def sees_stack(self, execution: Row) -> bool:
        return self._called(execution) or self.administers(self.rows["tool"][execution["tool"]])

    def cancels(self, execution: Row) -> bool:
        is_open = execution["status"] in ("PENDING", "RUNNING")
        return is_open and self.principal.scope != "READ" and self.sees_execution(execution)

    def _called(self, execution: Row) -> bool:
        if execution["caller"] != self.me:
            return False
        return self.principal.on_behalf_of in (None, execution["on_behalf_of"])

    def _answers_for(self, execution: Row) -> bool:
        agent = self.rows["agent"].get(execution["caller"])
        return self.me == execution["on_behalf_of"] or (agent is not None and agent["owner"] == self.me)

    def sees_token(self, token: Row) -> bool:
        if self.principal.scope != "MANAGE" or self.principal.kind == "AGENT":
            return False
        agent = self.rows["agent"].get(token["subject"])
        people = {token["subject"], token["on_behalf_of"], agent and agent["owner"]}
        return self.is_admin or self.me in people

    def sees_grant(self, grant: Row) -> bool:
        agent = self.rows["agent"].get(grant["subject"])
        concerned = self.me == grant["subject"] or (agent is not None and agent["owner"] == self.me)
        return concerned or self.administers(self.rows["tool"][grant["tool"]])

    def _grant(self, side: Side, tool: Row) -> str | None:
        """What an unexpired grant gives; on a PLATFORM tool none does: only admins change those."""
        if tool["visibility"] == "PLATFORM":
            return None
        for grant in self.rows["tool_permission"].values():
            if (grant["tool"], grant["subject"]) == (tool["id"], side.subject):
                lives = grant["expires_at"] is None or grant["expires_at"] > self.now
                return str(grant["permission"]) if lives else None
        return None

    def _administers(self, side: Side, tool: Row) -> bool:
        return side.is_admin or tool["owner"] == side.subject or self._grant(side, tool) == "ADMIN"

    def _reads(self, side: Side, tool: Row) -> bool:
        return self._level(side, tool) > 0

    def _level(self, side: Side, tool: Row) -> int:
        if self._administers(side, tool):
            return 3
        if tool["deleted_at"]:
            return 0
        everyone = 0 if tool["visibility"] == "PRIVATE" else 2
        return max(everyone, LEVELS.index(self._grant(side, tool)))

    def sees_part(self, row: Row) -> bool:
        return self.sees_execution(self.rows["execution"][row["execution"]])

    def sees_change(self, event: Row) -> bool:
        if self.principal.scope != "MANAGE":
            return False
        tools = [tool for tool in self.rows["tool"].values() if event["target"] == f"tool_{tool['id'].hex}"]
        return self.is_admin or any(map(self.administers, tools))

    def answers_for_person(self, person: UUID) -> bool:
        return self.me == person or (self.is_admin and self.principal.scope == "MANAGE")


_RULES: Mapping[str, Callable[[Policy, Row], bool]] = {
    "User": lambda _, __: True,
    "Agent": lambda _, __: True,
    "Category": lambda _, __: True,
    "Account": lambda policy, row: policy.answers_for_person(row["id"]),
    "Session": lambda policy, row: policy.principal.scope == "MANAGE" and policy.answers_for_person(row["account"]),
    "AgentProfile": lambda policy, row: policy.is_admin or policy.me in (row["id"], row["owner"]),
    "AccessToken": Policy.sees_token,
    "AuditEvent": Policy.sees_change,
    "Tool": Policy.reads_tool,
    "ToolVersion": lambda policy, row: policy.reads_tool(policy.rows["tool"][row["tool"]]),
    "ToolPermission": Policy.sees_grant,
    "Execution": Policy.sees_execution,
    "ExecutionEvent": Policy.sees_part,
    "ExecutionArtifact": Policy.sees_part,
}
