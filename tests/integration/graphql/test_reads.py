"""Reading: what is asked comes back in the shape it was asked for, from one statement, and only what one may see."""

from dataclasses import replace

import pytest
from toolcrib.identity.model import Role, Scope

from tests.integration.graphql.conftest import Api, uuid_of

DEEP = """
query ($first: Int!) {
  tools(first: $first) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges {
      cursor
      node {
        id title: displayName tags inputSchema
        owner { __typename ... on User { username } ... on Agent { name } }
        category { name ancestors { name } }
        versions(first: 1) { totalCount nodes { version author { __typename } } }
        executions { nodes { id caller { ... on User { agents { nodes { name } } } } } }
        viewerPermission viewerCanExecute statusMoves
      }
    }
  }
}
"""


async def test_one_statement_answers_a_root_field_however_deep(api: Api) -> None:
    ann = await api.people.user("ann")
    for number in range(5):
        await api.tool(ann, f"tool_{number}")
    for first in (1, 5):
        api.statements.clear()
        data = await api.data(ann, DEEP, first=first)
        assert len(data["tools"]["edges"]) == first
        assert len(api.statements) == 1


async def test_the_answer_has_the_shape_of_the_question(api: Api) -> None:
    ann = await api.people.user("ann")
    await api.tool(ann, "add", tags=["sum"])
    await api.tool(ann, "subtract")
    data = await api.data(ann, DEEP, first=1)
    tools = data["tools"]
    node = tools["edges"][0]["node"]
    assert tools["totalCount"] == 2
    assert tools["pageInfo"]["hasNextPage"] is True
    assert tools["pageInfo"]["endCursor"] == tools["edges"][0]["cursor"]
    assert node["title"] == "add"
    assert node["owner"] == {"__typename": "User", "username": "ann"}
    assert node["versions"] == {"totalCount": 1, "nodes": [{"version": 1, "author": {"__typename": "User"}}]}
    assert (node["viewerPermission"], node["viewerCanExecute"], node["statusMoves"]) == ("ADMIN", True, ["ACTIVATE"])
    assert list(node["inputSchema"]["properties"]) == ["b", "a"], "a form shows its fields in their author's order"


async def test_directives_variables_fragments_and_merged_fields(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    data = await api.data(
        ann,
        """
        query ($id: ID!, $no: Boolean!, $version: Int!) {
          tool(id: $id) { ...Names name @skip(if: $no) description @include(if: $no) }
          tool(id: $id) { version: versionNumber(version: $version) { version tool { __typename } } }
          again: node(id: $id) { __typename id ... on Tool { ...Names } ... on User { username } }
        }
        fragment Names on Tool { name displayName }
        """,
        id=tool,
        no=False,
        version=1,
    )
    assert data["tool"] == {
        "name": "add",
        "displayName": "add",
        "version": {"version": 1, "tool": {"__typename": "Tool"}},
    }
    assert data["again"] == {"__typename": "Tool", "id": tool, "name": "add", "displayName": "add"}


@pytest.mark.parametrize(
    "order", ["{field: NAME}", "{field: NAME, direction: DESC}", "{field: CREATED_AT, direction: DESC}"]
)
async def test_paging_meets_every_row_once_in_order(api: Api, order: str) -> None:
    ann = await api.people.user("ann")
    for number in range(7):
        await api.tool(ann, f"tool_{number}")
    text = """
    query ($after: String) {
      tools(first: 3, after: $after, orderBy: %s) { nodes { name } pageInfo { hasNextPage endCursor } }
    }
    """
    seen: list[str] = []
    after = None
    while True:
        page = (await api.data(ann, text % order, after=after))["tools"]
        seen += [node["name"] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    expected = sorted(f"tool_{number}" for number in range(7))
    assert seen == (expected[::-1] if "DESC" in order else expected)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ("first: 101", "first"),
        ("first: -1", "first"),
        ('after: "no cursor"', "after"),
        ('after: "W10"', "after"),
        ("orderBy: {field: RELEVANCE}", "orderBy"),
        ('filter: {category: "tool_00000000000000000000000000000000"}', "filter"),
        ('filter: {owner: "nobody"}', "filter"),
        ('filter: {tags: ["\\u0000"]}', None),
    ],
)
async def test_bad_arguments_are_named(api: Api, arguments: str, field: str | None) -> None:
    ann = await api.people.user("ann")
    answer = await api.ask(ann, f"{{ tools({arguments}) {{ nodes {{ id }} }} }}")
    assert answer.data == {"tools": None}
    extensions = answer.errors[0]["extensions"]
    assert extensions["code"] == "INVALID_INPUT"
    assert field is None or extensions["field"][0] == field


async def test_a_cursor_of_another_order_is_refused_not_misread(api: Api) -> None:
    ann = await api.people.user("ann")
    await api.tool(ann, "add")
    page = await api.data(ann, "{ tools { pageInfo { endCursor } } }")
    answer = await api.ask(
        ann,
        "query ($after: String) { tools(after: $after, orderBy: {field: CREATED_AT}) { nodes { id } } }",
        after=page["tools"]["pageInfo"]["endCursor"],
    )
    assert answer.errors[0]["extensions"]["code"] == "INVALID_INPUT"


async def test_somebody_elses_private_tool_is_nowhere(api: Api) -> None:
    ann, bob = await api.people.user("ann"), await api.people.user("bob")
    secret = await api.tool(ann, "secret", tags=["hush"])
    await api.data(
        ann,
        "mutation ($t: ID!) { executeTool(input: {tool: $t, wait: true}) { execution { id } } }",
        t=secret,
    )
    data = await api.data(
        bob,
        """
        query ($id: ID!) {
          tool(id: $id) { id } byName: tool(name: "secret") { id } node(id: $id) { id }
          tools { totalCount nodes { id } } found: tools(filter: {search: "secret"}) { totalCount } toolTags
          executions { totalCount nodes { id } }
          users { nodes { username account { email } agents { totalCount } } }
        }
        """,
        id=secret,
    )
    assert (data["tool"], data["byName"], data["node"]) == (None, None, None)
    assert data["tools"] == {"totalCount": 0, "nodes": []}
    assert data["found"]["totalCount"] == 0
    assert data["toolTags"] == []
    assert data["executions"] == {"totalCount": 0, "nodes": []}
    accounts = {user["username"]: user["account"] for user in data["users"]["nodes"]}
    assert accounts["ann"] is None
    assert accounts["bob"] is not None


async def test_a_grant_shows_the_tool_but_not_others_runs_nor_grants(api: Api) -> None:
    ann, bob, eve = [await api.people.user(name) for name in ("ann", "bob", "eve")]
    tool = await api.tool(ann, "shared")
    await api.data(ann, "mutation ($t: ID!) { executeTool(input: {tool: $t}) { execution { id } } }", t=tool)
    for subject, permission in ((bob, "READ"), (eve, "EXECUTE")):
        granted = await api.data(
            ann,
            """
            mutation ($i: GrantToolPermissionInput!) {
              grantToolPermission(input: $i) { userErrors { code } toolPermission { permission } }
            }
            """,
            i={"tool": tool, "subject": str(subject.subject_id), "permission": permission},
        )
        assert granted["grantToolPermission"]["toolPermission"] == {"permission": permission}
    text = """
    query ($id: ID!) {
      tool(id: $id) {
        scriptContent viewerPermission viewerCanExecute statusMoves executions { totalCount }
        permissions { nodes { subject { ... on User { username } } } }
      }
    }
    """
    seen = (await api.data(bob, text, id=tool))["tool"]
    assert seen["scriptContent"].startswith("def main")
    assert (seen["viewerPermission"], seen["viewerCanExecute"], seen["statusMoves"]) == ("READ", False, [])
    assert seen["executions"]["totalCount"] == 0
    assert seen["permissions"]["nodes"] == [{"subject": {"username": "bob"}}], "bob sees his own grant, not eve's"
    assert (await api.data(eve, text, id=tool))["tool"]["viewerCanExecute"] is True


async def test_an_admin_reads_all_but_executes_no_private_tool(api: Api) -> None:
    ann = await api.people.user("ann")
    root = await api.people.user("root", Role.ADMIN)
    tool = await api.tool(ann, "hers")
    data = await api.data(root, "query ($id: ID!) { tool(id: $id) { viewerPermission viewerCanExecute } }", id=tool)
    assert data["tool"] == {"viewerPermission": "ADMIN", "viewerCanExecute": False}


async def test_a_token_carries_only_its_scope(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "hers")
    reading = replace(ann, scope=Scope.READ)
    text = "query ($id: ID!) { tool(id: $id) { viewerPermission viewerCanExecute statusMoves } viewer { scope } }"
    data = await api.data(reading, text, id=tool)
    assert data["tool"] == {"viewerPermission": "READ", "viewerCanExecute": False, "statusMoves": []}
    assert data["viewer"]["scope"] == "READ"


async def test_categories_form_a_tree_both_ways(api: Api) -> None:
    admin = api.people.admin
    create = """
    mutation ($i: CreateCategoryInput!) {
      createCategory(input: $i) { category { id ancestors { name } } userErrors { code } }
    }
    """
    top = (await api.data(admin, create, i={"name": "top"}))["createCategory"]["category"]
    below = (await api.data(admin, create, i={"name": "below", "parent": top["id"]}))["createCategory"]["category"]
    lowest = (await api.data(admin, create, i={"name": "lowest", "parent": below["id"]}))["createCategory"]["category"]
    assert lowest["ancestors"] == [{"name": "top"}, {"name": "below"}], "from the top down"
    await api.tool(admin, "shelved", category=lowest["id"])
    data = await api.data(
        admin,
        """
        query ($id: ID!) {
          category(id: $id) {
            here: tools { totalCount } below: tools(includeDescendants: true) { nodes { name } } children { name }
          }
          tools(filter: {category: $id}) { totalCount }
          exact: tools(filter: {category: $id, includeDescendants: false}) { totalCount }
          categories { name } all: categories(all: true) { name parent { name } }
        }
        """,
        id=top["id"],
    )
    assert data["category"] == {
        "here": {"totalCount": 0},
        "below": {"nodes": [{"name": "shelved"}]},
        "children": [{"name": "below"}],
    }
    assert (data["tools"]["totalCount"], data["exact"]["totalCount"]) == (1, 0)
    assert data["categories"] == [{"name": "top"}]
    assert {"name": "lowest", "parent": {"name": "below"}} in data["all"]


async def test_a_function_definition_in_a_list(api: Api) -> None:
    ann = await api.people.user("ann")
    await api.tool(ann, "add")
    data = await api.data(
        ann,
        "{ tools { nodes { name openai: functionDefinition(format: OPENAI) mcp: functionDefinition(format: MCP) } } }",
    )
    node = data["tools"]["nodes"][0]
    assert node["openai"]["function"]["name"] == "add"
    assert node["mcp"]["inputSchema"]["type"] == "object"


async def test_more_than_fifty_fields_of_one_object(api: Api) -> None:
    ann = await api.people.user("ann")
    aliases = " ".join(f"n{number}: username" for number in range(90))
    data = await api.data(ann, f"{{ viewer {{ subject {{ ... on User {{ {aliases} }} }} }} }}")
    assert data["viewer"]["subject"]["n89"] == "ann"


@pytest.mark.parametrize("alias", ["o", "t1", "row", "number_", "cursor_", "list_0", "SELECT", "_"])
async def test_no_alias_is_taken_for_a_name_of_the_statement(api: Api, alias: str) -> None:
    ann = await api.people.user("ann")
    await api.tool(ann, "add")
    data = await api.data(ann, f"{{ tools {{ nodes {{ {alias}: name }} pageInfo {{ {alias}: hasNextPage }} }} }}")
    assert data["tools"] == {"nodes": [{alias: "add"}], "pageInfo": {alias: False}}


async def test_many_pages_within_pages_are_refused_before_anything_is_read(api: Api) -> None:
    ann = await api.people.user("ann")
    nested = "query ($n: Int!) { tools(first: $n) { nodes { executions(first: $n) { nodes { id status } } } } }"
    answer = await api.ask(ann, nested, n=100)
    assert answer.data is None
    assert answer.errors[0]["extensions"]["code"] == "QUERY_LIMIT"
    assert api.statements == []


async def test_an_alias_that_postgres_would_cut_is_refused(api: Api) -> None:
    ann = await api.people.user("ann")
    answer = await api.ask(ann, f"{{ {'a' * 64}: viewer {{ scope }} }}")
    assert answer.errors[0]["extensions"]["code"] == "QUERY_LIMIT"


async def test_a_fault_gives_nothing_away(api: Api) -> None:
    ann = await api.people.user("ann")
    await api.people.database.execute("ALTER TABLE tool RENAME COLUMN tags TO labels")
    answer = await api.ask(ann, "{ tools { nodes { tags } } }")
    assert answer.errors[0]["extensions"] == {"code": "INTERNAL"}
    assert "tags" not in answer.errors[0]["message"]


async def test_ids_are_unique_and_readable(api: Api) -> None:
    ann = await api.people.user("ann")
    tool = await api.tool(ann, "add")
    assert tool.startswith("tool_")
    plain = await api.data(ann, "query ($id: ID!) { tool(id: $id) { id } }", id=str(uuid_of(tool)))
    assert plain["tool"]["id"] == tool
    wrong = await api.ask(ann, "query ($id: ID!) { tool(id: $id) { id } }", id=tool.replace("tool_", "user_"))
    assert "expected tool" in wrong.errors[0]["message"]
