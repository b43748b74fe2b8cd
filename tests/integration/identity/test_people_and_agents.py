"""If these fail, members make themselves admins, a server is left without one, or a change leaves no trace."""

import asyncio
import json

import pytest
from toolcrib.core.db import Database
from toolcrib.core.errors import Conflict, Forbidden, InvalidInput, NotFound
from toolcrib.core.ids import new_id
from toolcrib.identity.model import Principal, Role, Scope

from tests.support.people import People


async def test_an_admin_adds_a_person_who_signs_in_by_a_link(people: People) -> None:
    user_id, link = await people.identity.create_user(
        people.admin, username="ann", display_name=" Ann Lee ", email=" Ann@Example.org "
    )
    info = await people.identity.peek_sign_in_link(link)
    assert (info.account_id, info.username, info.display_name, info.needs_password) == (user_id, "ann", "Ann Lee", True)
    assert await people.database.fetch_value("SELECT email FROM user_account WHERE id = $1", user_id) == (
        "ann@example.org"
    )


async def test_members_agents_and_lesser_tokens_add_nobody(people: People) -> None:
    ann = await people.user("ann", Role.ADMIN)
    member = await people.user("ben")
    agent = await people.agent("bot", ann)
    lesser = await people.identity.authenticate_token(await people.token(ann, ann, Scope.EXECUTE), None)
    for asker in (member, agent, lesser):
        with pytest.raises(Forbidden):
            await people.identity.create_user(asker, username="eve", display_name="Eve", role=Role.ADMIN)


async def test_a_taken_name_is_told_as_such(people: People) -> None:
    await people.identity.create_user(people.admin, username="ann", display_name="Ann", email="ann@example.org")
    for username, email, field in (("ann", None, "username"), ("ben", "ANN@example.org", "email")):
        with pytest.raises(Conflict) as caught:
            await people.identity.create_user(people.admin, username=username, display_name="B", email=email)
        (problem,) = caught.value.problems
        assert (problem.code, problem.field) == ("NAME_TAKEN", (field,))


async def test_an_email_address_of_somebody_else_can_not_be_taken_later_either(people: People) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    await people.identity.update_user(ann, id=ann.subject_id, email="ann@example.org")
    with pytest.raises(Conflict) as caught:
        await people.identity.update_user(ben, id=ben.subject_id, email="Ann@example.org")
    assert caught.value.problems[0].field == ("email",)


async def test_all_that_is_wrong_with_a_new_person_is_told(people: People) -> None:
    with pytest.raises(InvalidInput) as caught:
        await people.identity.create_user(people.admin, username="A\0", display_name="\ud800", email="nope")
    assert [problem.field[0] for problem in caught.value.problems] == ["username", "displayName", "email"]


async def test_people_change_their_own_name_and_nothing_that_gives_power(people: People) -> None:
    ann = await people.user("ann")
    await people.identity.update_user(ann, id=ann.subject_id, display_name="Ann Lee", email="ann@example.org")
    with pytest.raises(Forbidden):
        await people.identity.update_user(ann, id=ann.subject_id, role=Role.ADMIN)
    with pytest.raises(Forbidden):
        await people.identity.update_user(ann, id=ann.subject_id, is_active=False)
    with pytest.raises(Forbidden):
        await people.identity.update_user(ann, id=people.admin.subject_id, display_name="Eve")
    row = await _account(people, ann)
    assert (row["display_name"], row["email"], row["role"]) == ("Ann Lee", "ann@example.org", "MEMBER")


async def test_an_agent_bound_to_an_admin_is_no_admin(people: People) -> None:
    bot = await people.agent("bot", people.admin)
    secret = await people.token(people.admin, bot, on_behalf_of=people.admin)
    bound = await people.identity.authenticate_token(secret, None)
    for change in ({"role": Role.ADMIN}, {"display_name": "Eve"}):
        with pytest.raises(Forbidden):
            await people.identity.update_user(bound, id=people.admin.subject_id, **change)
    with pytest.raises(Forbidden):
        await people.identity.create_agent(bound, name="child", display_name="Child")
    with pytest.raises(Forbidden):
        await people.identity.update_agent(bound, id=bot.subject_id, persona="I am free")


async def test_what_is_not_given_stays_and_null_empties(people: People) -> None:
    ann = await people.user("ann")
    await people.identity.update_user(people.admin, id=ann.subject_id, email="ann@example.org")
    await people.identity.update_user(people.admin, id=ann.subject_id, display_name="Ann")
    assert (await _account(people, ann))["email"] == "ann@example.org"
    await people.identity.update_user(people.admin, id=ann.subject_id, email=None)
    assert (await _account(people, ann))["email"] is None


async def test_the_last_active_admin_stays(people: People, subtests: pytest.Subtests) -> None:
    for change in [{"role": Role.MEMBER}, {"is_active": False}]:
        with subtests.test(change=change):
            with pytest.raises(Conflict) as caught:
                await people.identity.update_user(people.admin, id=people.admin.subject_id, **change)
            assert "last active admin" in str(caught.value)


async def test_two_admins_who_demote_each_other_at_once_leave_one(people: People, database: Database) -> None:
    ann = await people.user("ann", Role.ADMIN)
    await asyncio.gather(
        people.identity.update_user(ann, id=people.admin.subject_id, role=Role.MEMBER),
        people.identity.update_user(people.admin, id=ann.subject_id, role=Role.MEMBER),
        return_exceptions=True,
    )
    admins = await database.fetch_value("SELECT count(*) FROM user_account WHERE role = 'ADMIN' AND is_active")
    assert admins == 1


async def test_somebody_who_does_not_exist_is_not_changed(people: People) -> None:
    with pytest.raises(NotFound):
        await people.identity.update_user(people.admin, id=new_id(), display_name="X")
    with pytest.raises(NotFound):
        await people.identity.update_agent(people.admin, id=new_id(), display_name="X")


async def test_an_agent_belongs_to_who_made_it(people: People, database: Database) -> None:
    ann, ben = await people.user("ann"), await people.user("ben")
    agent_id = await people.identity.create_agent(ann, name="bot", display_name="Bot", persona="You\nare kind.")
    row = await database.fetch_one("SELECT * FROM agent WHERE id = $1", agent_id)
    assert row is not None
    assert (row["owner"], row["persona"], row["is_active"]) == (ann.subject_id, "You\nare kind.", True)
    with pytest.raises(Forbidden):
        await people.identity.update_agent(ben, id=agent_id, persona="You are mine.")
    await people.identity.update_agent(ann, id=agent_id, description="Helps", icon="🤖")
    await people.identity.update_agent(people.admin, id=agent_id, icon=None)
    row = await database.fetch_one("SELECT * FROM agent WHERE id = $1", agent_id)
    assert row is not None
    assert (row["description"], row["icon"], row["persona"]) == ("Helps", None, "You\nare kind.")


async def test_agents_have_names_of_their_own(people: People) -> None:
    await people.agent("bot", people.admin)
    with pytest.raises(Conflict) as caught:
        await people.agent("bot", people.admin)
    assert caught.value.problems[0].code == "NAME_TAKEN"
    with pytest.raises(InvalidInput) as invalid:
        await people.identity.create_agent(
            people.admin, name="Bot!", display_name="", description="\0", persona="\ud800", icon="a\nb"
        )
    fields = [problem.field[0] for problem in invalid.value.problems]
    assert fields == ["name", "displayName", "description", "persona", "icon"]


async def test_a_change_and_its_trace_are_one(people: People, database: Database) -> None:
    ann = await people.user("ann")
    acting = await people.identity.authenticate_token(await people.token(people.admin, people.admin), "203.0.113.7")
    await people.identity.update_user(acting, id=ann.subject_id, display_name="Ann Lee")
    row = await database.fetch_one("SELECT * FROM audit_event WHERE action = 'user.update'")
    assert row is not None
    assert (row["actor"], row["token"], row["address"]) == (acting.subject_id, acting.token_id, "203.0.113.7")
    assert row["target"] == f"user_{ann.subject_id.hex}"
    assert json.loads(row["before"])["display_name"] == "ann"
    assert json.loads(row["after"])["display_name"] == "Ann Lee"


async def test_a_change_whose_trace_fails_does_not_happen(people: People, database: Database) -> None:
    ann = await people.user("ann")
    await database.execute("ALTER TABLE audit_event ADD CHECK (action <> 'user.update')")
    with pytest.raises(Exception, match="audit_event"):
        await people.identity.update_user(people.admin, id=ann.subject_id, display_name="Ann Lee")
    assert (await _account(people, ann))["display_name"] == "ann"


async def test_nothing_changed_leaves_no_trace(people: People, database: Database) -> None:
    ann = await people.user("ann")
    await people.identity.update_user(people.admin, id=ann.subject_id, display_name="ann", role=Role.MEMBER)
    assert await database.fetch_value("SELECT count(*) FROM audit_event WHERE action = 'user.update'") == 0


async def _account(people: People, person: Principal):  # noqa: ANN202
    return await people.database.fetch_one("SELECT * FROM user_account WHERE id = $1", person.subject_id)
