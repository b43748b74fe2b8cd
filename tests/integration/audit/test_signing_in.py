"""If these fail, nobody can tell when somebody got in, or set a password."""

from dataclasses import replace

from toolcrib.core.db import Database
from toolcrib.core.ids import global_id

from tests.support.people import PASSWORD, People


async def test_signing_in_and_out_and_passwords_are_in_the_trail(database: Database, people: People) -> None:
    ann = await people.user_with_password("ann")
    before = await database.fetch_value("SELECT count(*) FROM audit_event")
    secret = await people.identity.sign_in("ann", PASSWORD, "203.0.113.7", None)
    principal = await people.identity.authenticate_session(secret, "203.0.113.8")
    await people.identity.change_password(principal, PASSWORD, "another battery staple")
    await people.identity.sign_out(principal)
    link = await people.identity.create_sign_in_link("ann")
    await people.identity.consume_sign_in_link(link, "a third battery staple", "203.0.113.9", None)
    rows = await database.fetch_all(
        "SELECT action, actor, target, address FROM audit_event ORDER BY id OFFSET $1", before
    )
    assert [(row["action"], row["actor"], row["address"]) for row in rows] == [
        ("session.create", ann.subject_id, "203.0.113.7"),
        ("user.set_password", ann.subject_id, "203.0.113.8"),
        ("session.revoke", ann.subject_id, "203.0.113.8"),
        ("sign_in_link.create", None, None),
        ("user.set_password", ann.subject_id, "203.0.113.9"),
        ("session.create", ann.subject_id, "203.0.113.9"),
    ]
    assert {row["target"] for row in rows} == {global_id("user", ann.subject_id)}


async def test_the_trace_of_the_request_is_in_the_trail(database: Database, people: People) -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"
    await people.identity.create_user(replace(people.admin, trace_id=trace), username="bob", display_name="Bob")
    assert await database.fetch_value("SELECT trace_id FROM audit_event ORDER BY id DESC LIMIT 1") == trace
