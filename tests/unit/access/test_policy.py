"""If these fail, "why can this agent not run it?" gets a wrong answer."""

from toolcrib.access.model import Permission
from toolcrib.access.policy import Decision, Facts, Standing, decide
from toolcrib.identity.model import Scope

STRANGER = Standing()


def test_the_owner_may_do_everything() -> None:
    facts = Facts("PRIVATE", is_deleted=False, scope=Scope.MANAGE, asker=Standing(is_owner=True))
    assert all(decide(facts, wanted).allowed for wanted in Permission)
    assert decide(facts, Permission.ADMIN).rules == ("The asker owns the tool.",)


def test_a_stranger_to_a_private_tool_is_told_that_nothing_was_granted() -> None:
    facts = Facts("PRIVATE", is_deleted=False, scope=Scope.MANAGE, asker=STRANGER)
    assert decide(facts, Permission.READ) == Decision(
        allowed=False, rules=("The asker was granted nothing on this tool.",)
    )


def test_everyone_runs_a_public_tool_and_nobody_else_manages_it() -> None:
    facts = Facts("PUBLIC", is_deleted=False, scope=Scope.MANAGE, asker=STRANGER)
    assert [decide(facts, wanted).allowed for wanted in Permission] == [True, True, False]


def test_an_expired_grant_is_named_and_gives_nothing() -> None:
    standing = Standing(grant=Permission.EXECUTE, grant_has_expired=True)
    decision = decide(Facts("PRIVATE", is_deleted=False, scope=Scope.MANAGE, asker=standing), Permission.EXECUTE)
    assert decision == Decision(allowed=False, rules=("The asker was granted EXECUTE, which has expired.",))


def test_the_role_admin_manages_a_private_tool_of_others_but_does_not_run_it() -> None:
    facts = Facts("PRIVATE", is_deleted=False, scope=Scope.MANAGE, asker=Standing(has_role_admin=True))
    assert [decide(facts, wanted).allowed for wanted in Permission] == [True, False, True]
    assert "runs none by itself" in decide(facts, Permission.EXECUTE).rules[0]


def test_nobody_manages_a_platform_tool_by_a_grant() -> None:
    facts = Facts("PLATFORM", is_deleted=False, scope=Scope.MANAGE, asker=Standing(grant=Permission.ADMIN))
    assert [decide(facts, wanted).allowed for wanted in Permission] == [True, True, False]


def test_an_agent_has_no_more_than_the_person_it_acts_for() -> None:
    granted = Standing(grant=Permission.ADMIN)
    facts = Facts("PRIVATE", is_deleted=False, scope=Scope.MANAGE, asker=granted, on_behalf_of=STRANGER)
    decision = decide(facts, Permission.READ)
    assert not decision.allowed
    assert decision.rules == (
        "The asker was granted ADMIN.",
        "The person it acts for was granted nothing on this tool.",
    )


def test_a_tokens_scope_caps_what_its_subject_may() -> None:
    facts = Facts("PRIVATE", is_deleted=False, scope=Scope.READ, asker=Standing(is_owner=True))
    assert [decide(facts, wanted).allowed for wanted in Permission] == [True, False, False]
    assert "scope READ" in decide(facts, Permission.EXECUTE).rules[-1]


def test_a_deleted_tool_shows_to_its_admins_and_does_not_run() -> None:
    for standing, shows in (
        (Standing(is_owner=True), True),
        (Standing(grant=Permission.ADMIN), True),
        (Standing(has_role_admin=True), True),
        (Standing(grant=Permission.EXECUTE), False),
        (STRANGER, False),
    ):
        facts = Facts("PUBLIC", is_deleted=True, scope=Scope.MANAGE, asker=standing)
        assert decide(facts, Permission.READ).allowed is shows, standing
        assert not decide(facts, Permission.EXECUTE).allowed
