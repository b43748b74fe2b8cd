"""If these fail, one tool that refuses keeps a hundred others from being moved, or nobody learns which one it was."""

from tests.integration.graphql.conftest import Api

MOVE = """
mutation ($ids: [ID!]!, $move: ToolStatusMove!) {
  moveToolStatuses(input: {ids: $ids, move: $move}) { doneIds userErrors { code field } }
}
"""
DELETE = "mutation ($ids: [ID!]!) { deleteTools(input: {ids: $ids}) { doneIds userErrors { code field } } }"
UNDELETE = "mutation ($ids: [ID!]!) { undeleteTools(input: {ids: $ids}) { doneIds userErrors { code field } } }"
STATUS = "query ($id: ID!) { tool(id: $id) { status deletedAt } }"


async def test_those_that_can_are_moved_and_each_other_one_is_told_of(api: Api) -> None:
    ann, ben = await api.people.user("ann"), await api.people.user("ben")
    mine, moved, hers = await api.tool(ann, "mine"), await api.tool(ann, "moved"), await api.tool(ben, "hers")
    await api.data(ann, MOVE, ids=[moved], move="ACTIVATE")
    answer = (await api.data(ann, MOVE, ids=[moved, hers, mine, "x"], move="ACTIVATE"))["moveToolStatuses"]
    assert answer["doneIds"] == [mine]
    assert [(error["code"], error["field"]) for error in answer["userErrors"]] == [
        ("ILLEGAL_MOVE", ["ids", "0"]),
        ("NOT_FOUND", ["ids", "1"]),
        ("INVALID_INPUT", ["ids", "3"]),
    ]
    assert (await api.data(ann, STATUS, id=mine))["tool"]["status"] == "ACTIVE"


async def test_several_are_deleted_and_come_back(api: Api) -> None:
    ann = await api.people.user("ann")
    ids = [await api.tool(ann, name) for name in ("one", "two")]
    assert (await api.data(ann, DELETE, ids=ids))["deleteTools"] == {"doneIds": ids, "userErrors": []}
    assert (await api.data(ann, STATUS, id=ids[0]))["tool"]["deletedAt"]
    assert (await api.data(ann, UNDELETE, ids=ids))["undeleteTools"] == {"doneIds": ids, "userErrors": []}
    assert not (await api.data(ann, STATUS, id=ids[0]))["tool"]["deletedAt"]


async def test_more_than_a_hundred_are_refused_whole(api: Api) -> None:
    ann = await api.people.user("ann")
    answer = (await api.data(ann, DELETE, ids=["x"] * 101))["deleteTools"]
    assert answer == {"doneIds": [], "userErrors": [{"code": "INVALID_INPUT", "field": ["ids"]}]}


async def test_a_diff_over_graphql_names_what_is_missing(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "one")
    query = "query ($tool: ID!, $to: Int!) { versionDiff(tool: $tool, from: 1, to: $to) { impact changes { kind } } }"
    assert (await api.data(ann, query, tool=tool, to=1))["versionDiff"] == {"impact": "COMPATIBLE", "changes": []}
    answer = await api.ask(ann, query, tool=tool, to=9)
    assert [(error["message"], error["extensions"]["code"]) for error in answer.errors] == [
        ("The tool has no version 9.", "NOT_FOUND")
    ]
