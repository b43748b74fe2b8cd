"""If these fail, what people are told about their rights is not what the server does, or a right leaks.

Random worlds of people, agents, tools and grants; in each, everybody asks about everything, and the SQL must say what
the explanation says, and what a plain reading of the rules says about executions.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from uuid import UUID

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toolcrib.access import predicates
from toolcrib.access.model import Permission
from toolcrib.access.policy import Facts, Standing, decide
from toolcrib.access.service import Access
from toolcrib.core.db import Database
from toolcrib.core.ids import new_id
from toolcrib.core.sql import Parameters
from toolcrib.identity.model import Principal, Role, Scope, SubjectKind

USERS, AGENTS = 4, 2
SUBJECTS = USERS + AGENTS
people_numbers, subject_numbers = st.integers(0, USERS - 1), st.integers(0, SUBJECTS - 1)


@dataclass(frozen=True)
class ToolPlan:
    """Who owns it by number (None: a PLATFORM tool), and what was granted to whom until when (days from now)."""

    owner: int | None
    is_public: bool
    is_deleted: bool
    grants: dict[int, tuple[Permission, int | None]]

    @property
    def visibility(self) -> str:
        return "PLATFORM" if self.owner is None else "PUBLIC" if self.is_public else "PRIVATE"


@dataclass(frozen=True)
class RunPlan:
    tool: int
    caller: int
    on_behalf_of: int | None
    is_hidden: bool


@dataclass(frozen=True)
class World:
    """The first user always has the role ADMIN; users come before agents, by number."""

    roles: list[Role]
    agent_owners: list[int]
    tools: list[ToolPlan]
    runs: list[RunPlan]


grants = st.dictionaries(
    subject_numbers, st.tuples(st.sampled_from(Permission), st.sampled_from([None, -1, 1])), max_size=SUBJECTS
)
tools = st.builds(ToolPlan, st.none() | subject_numbers, st.booleans(), st.booleans(), grants)
runs = st.builds(RunPlan, st.integers(0, 4), subject_numbers, st.none() | people_numbers, st.booleans())
worlds = st.builds(
    World,
    st.lists(st.sampled_from(Role), min_size=USERS - 1, max_size=USERS - 1).map(lambda roles: [Role.ADMIN, *roles]),
    st.lists(people_numbers, min_size=AGENTS, max_size=AGENTS),
    st.lists(tools, min_size=5, max_size=5),
    st.lists(runs, min_size=6, max_size=6),
)
examples = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


class Settled:
    """A world in the database."""

    def __init__(self, database: Database, world: World) -> None:
        self.database = database
        self.world = world
        self.subjects = [new_id() for _ in range(SUBJECTS)]
        self.tools = [new_id() for _ in world.tools]
        self.runs = [new_id() for _ in world.runs]

    async def settle(self) -> None:
        await self._settle_subjects()
        for tool_id, plan in zip(self.tools, self.world.tools, strict=True):
            await self._settle_tool(tool_id, plan)
        for run_id, run in zip(self.runs, self.world.runs, strict=True):
            await self.database.execute(
                "INSERT INTO execution (id, tool, tool_version, caller, on_behalf_of, hidden_from_caller)"
                " VALUES ($1, $2, 1, $3, $4, $5)",
                run_id,
                self.tools[run.tool],
                self.subjects[run.caller],
                None if run.on_behalf_of is None else self.subjects[run.on_behalf_of],
                run.is_hidden,
            )

    async def _settle_subjects(self) -> None:
        kinds = ["USER"] * USERS + ["AGENT"] * AGENTS
        await self.database.execute_many(
            "INSERT INTO subject (id, kind) VALUES ($1, $2)", list(zip(self.subjects, kinds, strict=True))
        )
        await self.database.execute_many(
            "INSERT INTO user_account (id, username, display_name, role) VALUES ($1, $2, 'A person', $3)",
            [(user, user.hex, str(role)) for user, role in zip(self.subjects, self.world.roles, strict=False)],
        )
        await self.database.execute_many(
            "INSERT INTO agent (id, name, display_name, owner) VALUES ($1, $2, 'An agent', $3)",
            [
                (agent, f"a{agent.hex}", self.subjects[owner])
                for agent, owner in zip(self.subjects[USERS:], self.world.agent_owners, strict=True)
            ],
        )

    async def _settle_tool(self, tool_id: UUID, plan: ToolPlan) -> None:
        await self.database.execute(
            "INSERT INTO tool (id, name, display_name, description, visibility, owner, deleted_at, script_content,"
            " input_schema) VALUES ($1, $2, 'A tool', '', $3, $4, $5, '', '{}')",
            tool_id,
            f"t{tool_id.hex}",
            plan.visibility,
            None if plan.owner is None else self.subjects[plan.owner],
            datetime.now(UTC) if plan.is_deleted else None,
        )
        await self.database.execute_many(
            "INSERT INTO tool_permission (id, tool, subject, permission, expires_at) VALUES ($1, $2, $3, $4, $5)",
            [
                (new_id(), tool_id, self.subjects[subject], str(permission), _expiry(days))
                for subject, (permission, days) in plan.grants.items()
            ],
        )

    def askers(self) -> list[tuple[int, int | None, Principal]]:
        """Everybody in every scope, agents also for every person."""
        people: list[int | None] = [None, *range(USERS)]
        return [
            (subject, person, self._principal(subject, person, scope))
            for subject, person, scope in product(range(SUBJECTS), people, Scope)
            if subject >= USERS or person is None
        ]

    def _principal(self, subject: int, person: int | None, scope: Scope) -> Principal:
        is_user = subject < USERS
        return Principal(
            self.subjects[subject],
            SubjectKind.USER if is_user else SubjectKind.AGENT,
            self.world.roles[subject] if is_user else None,
            scope,
            None if person is None else self.subjects[person],
        )

    def facts(self, plan: ToolPlan, subject: int, person: int | None, scope: Scope) -> Facts:
        behalf = None if person is None else self.standing(plan, person)
        return Facts(plan.visibility, plan.is_deleted, scope, self.standing(plan, subject), behalf)

    def standing(self, plan: ToolPlan, subject: int) -> Standing:
        permission, days = plan.grants.get(subject, (None, None))
        return Standing(
            is_owner=plan.owner == subject,
            has_role_admin=subject < USERS and self.world.roles[subject] is Role.ADMIN,
            grant=permission,
            grant_has_expired=days is not None and days < 0,
        )

    def administers(self, tool: int, subject: int, person: int | None) -> bool:
        return decide(self.facts(self.world.tools[tool], subject, person, Scope.MANAGE), Permission.ADMIN).allowed

    def sees(self, run: RunPlan, subject: int, person: int | None) -> bool:
        """The rules of the design, read plainly."""
        if self.administers(run.tool, subject, person):
            return True
        if run.is_hidden:
            return False
        if run.caller == subject and (person is None or run.on_behalf_of == person):
            return True
        is_for_me = run.on_behalf_of == subject
        is_my_agents = run.caller >= USERS and self.world.agent_owners[run.caller - USERS] == subject
        return is_for_me or is_my_agents


@examples
@given(world=worlds)
async def test_the_sql_decides_as_the_explanation_says(database: Database, world: World) -> None:
    settled = Settled(database, world)
    await settled.settle()
    for subject, person, principal in settled.askers():
        parameters = Parameters(settled.tools)
        row_of = {
            row["id"]: row
            for row in await database.fetch_all(
                f"SELECT t.id, {predicates.tool_readable('t', principal, parameters)} AS readable,"  # noqa: S608
                f" {predicates.tool_permission_level('t', principal, parameters)} AS level,"
                f" {predicates.tool_executable('t', principal, parameters)} AS executable,"
                f" {predicates.tool_administered('t', principal, parameters)} AS administered"
                " FROM tool t WHERE t.id = ANY($1)",
                *parameters.values,
            )
        }
        for number, (tool_id, plan) in enumerate(zip(settled.tools, world.tools, strict=True)):
            facts, row = settled.facts(plan, subject, person, principal.scope), row_of[tool_id]
            told = [decide(facts, wanted).allowed for wanted in Permission]
            assert told == [row["readable"], row["executable"], row["level"] >= Permission.ADMIN.level], facts
            assert row["readable"] is (row["level"] >= Permission.READ.level), facts
            assert row["administered"] is settled.administers(number, subject, person), facts


@examples
@given(world=worlds)
async def test_executions_are_seen_by_those_the_rules_name(database: Database, world: World) -> None:
    settled = Settled(database, world)
    await settled.settle()
    for subject, person, principal in settled.askers():
        parameters = Parameters(settled.runs)
        rows = await database.fetch_all(
            "SELECT e.id FROM execution e WHERE e.id = ANY($1)"  # noqa: S608
            f" AND {predicates.execution_visible('e', principal, parameters)}",
            *parameters.values,
        )
        expected = {
            run_id for run_id, run in zip(settled.runs, world.runs, strict=True) if settled.sees(run, subject, person)
        }
        assert {row["id"] for row in rows} == expected, principal


@settings(examples, max_examples=5)
@given(world=worlds)
async def test_the_service_explains_from_what_is_stored(database: Database, world: World) -> None:
    settled, access = Settled(database, world), Access(database)
    await settled.settle()
    for subject, person, principal in settled.askers():
        for tool_id, plan in zip(settled.tools, world.tools, strict=True):
            facts = settled.facts(plan, subject, person, principal.scope)
            if await access.permission(principal, tool_id) is not None:
                assert await access.explain(principal, tool_id, Permission.EXECUTE) == decide(facts, Permission.EXECUTE)


def _expiry(days: int | None) -> datetime | None:
    return None if days is None else datetime.now(UTC) + timedelta(days=days)
