"""A mutation's payload reads on. If these fail, a client must ask twice, or loses what was done when a part fails."""

from tests.integration.graphql.conftest import Api

AFTER = """
mutation {
  first: createAgent(input: {name: "bot", displayName: "Bot"}) {
    agent { name }
    query { viewer { scope } agents { totalCount nodes { name } } it: node(id: "nobody") { id } }
  }
  second: createAgent(input: {name: "No Slug", displayName: "x"}) {
    userErrors { code }
    query { agents { totalCount } }
  }
}
"""
BROKEN = """
mutation {
  made: createAccessToken(input: {subject: "%s", name: "t", scope: READ}) {
    secret
    query { tools(first: 1000) { nodes { id } } }
  }
  after: createAgent(input: {name: "bot", displayName: "Bot"}) { agent { name } }
}
"""


async def test_a_payload_reads_everything_as_it_is_after_the_mutation_one_statement_a_field(api: Api) -> None:
    ann = await api.people.user("ann")
    api.statements.clear()
    answer = await api.ask(ann, AFTER)
    first, second = answer.data["first"], answer.data["second"]
    assert first["agent"] == {"name": "bot"}
    assert first["query"]["viewer"] == {"scope": "MANAGE"}
    assert first["query"]["agents"] == {"totalCount": 1, "nodes": [{"name": "bot"}]}
    assert first["query"]["it"] is None
    assert second == {"userErrors": [{"code": "INVALID_INPUT"}], "query": {"agents": {"totalCount": 1}}}
    assert len(api.statements) == len(["agent", "viewer", "agents", "agents"]), api.statements
    [error] = answer.errors
    assert error["path"] == ["first", "query", "it"]


async def test_a_secret_that_is_shown_once_survives_a_read_that_fails_beside_it(api: Api) -> None:
    ann = await api.people.user("ann")
    answer = await api.ask(ann, BROKEN % f"user_{ann.subject_id.hex}")
    assert answer.data["made"]["secret"].startswith("tcb_")
    assert answer.data["made"]["query"] == {"tools": None}
    assert answer.data["after"] == {"agent": {"name": "bot"}}
    assert answer.errors[0]["extensions"]["code"] == "INVALID_INPUT"
