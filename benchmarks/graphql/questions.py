"""Five questions, each in three forms: to Toolcrib, to PostGraphile, and as the SQL a person would write by hand."""
# ruff: noqa: S608 - put together from the constants of this file

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Question:
    """`floor` answers, with `$1` = the name `SOUGHT`, the JSON that Toolcrib puts under `data`."""

    name: str
    toolcrib: str
    postgraphile: str
    floor: str
    takes_name: bool = False


SOUGHT = "bench_04711"

_ID = "'tool_' || replace(t.id::text, '-', '')"
_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_SCALARS = (
    f'{_ID} AS id, t.name, t.display_name AS "displayName", t.description, t.status, t.visibility, t.version, t.tags,'
    f' t.timeout_seconds AS "timeoutSeconds", {_AT.format("t.created_at")} AS "createdAt"'
)
_FIELDS = "name displayName description status visibility version tags timeoutSeconds createdAt"
_ALIVE = "t.deleted_at IS NULL"
_PAGE = f"SELECT t.* FROM tool t WHERE {_ALIVE} ORDER BY t.name, t.id LIMIT {{}}"
_ALL_TOOLS = "allTools(first: {}, condition: {{deletedAt: null}}, orderBy: [NAME_ASC, ID_ASC])"

QUESTIONS = (
    Question(
        "Q1",
        f"{{ tools(first: 50) {{ nodes {{ id {_FIELDS} }} }} }}",
        f"{{ {_ALL_TOOLS.format(50)} {{ nodes {{ id {_FIELDS} }} }} }}",
        f"""
        SELECT json_build_object('tools', json_build_object('nodes', json_agg(o)))::text
        FROM (SELECT {_SCALARS} FROM ({_PAGE.format(50)}) t) o
        """,
    ),
    Question(
        "Q2",
        """{ tools(first: 50) { nodes { id name category { id name }
             versions(first: 1) { nodes { version changelog createdAt } }
             executions(first: 5) { nodes { id status durationMs createdAt } } } } }""",
        f"""{{ {_ALL_TOOLS.format(50)} {{ nodes {{
             id name categoryByCategory {{ id name }}
             toolVersionsByTool(first: 1, orderBy: [VERSION_DESC])
               {{ nodes {{ version changelog createdAt }} }}
             executionsByTool(first: 5, orderBy: [ID_DESC])
               {{ nodes {{ id status durationMs createdAt }} }} }} }} }}""",
        f"""
        SELECT json_build_object('tools', json_build_object('nodes', json_agg(o)))::text FROM (
            SELECT {_ID} AS id, t.name, c.shelf AS category, json_build_object('nodes', versions) AS versions,
                json_build_object('nodes', executions) AS executions
            FROM ({_PAGE.format(50)}) t
            LEFT JOIN LATERAL (
                SELECT json_build_object('id', 'category_' || replace(c.id::text, '-', ''), 'name', c.name) AS shelf
                FROM category c WHERE c.id = t.category) c ON TRUE
            LEFT JOIN LATERAL (SELECT json_agg(v) AS versions FROM (
                SELECT v.version, v.changelog, {_AT.format("v.created_at")} AS "createdAt" FROM tool_version v
                WHERE v.tool = t.id ORDER BY v.version DESC LIMIT 1) v) v ON TRUE
            LEFT JOIN LATERAL (SELECT json_agg(e) AS executions FROM (
                SELECT 'execution_' || replace(e.id::text, '-', '') AS id, e.status, e.duration_ms AS "durationMs",
                    {_AT.format("e.created_at")} AS "createdAt" FROM execution e
                WHERE e.tool = t.id ORDER BY e.id DESC LIMIT 5) e) e ON TRUE
            ORDER BY t.name, t.id) o
        """,
    ),
    Question(
        "Q3",
        """{ tools(first: 20) { nodes { name category { name tools(first: 5) { nodes { name
             executions(first: 3) { nodes { id status } } } } } } } }""",
        f"""{{ {_ALL_TOOLS.format(20)} {{ nodes {{ name categoryByCategory {{ name
             {_ALL_TOOLS.format(5).replace("allTools", "toolsByCategory")} {{ nodes {{ name
               executionsByTool(first: 3, orderBy: [ID_DESC]) {{ nodes {{ id status }} }} }} }} }} }} }} }}""",
        f"""
        SELECT json_build_object('tools', json_build_object('nodes', json_agg(o)))::text FROM (
            SELECT p.name, json_build_object('name', c.name, 'tools', json_build_object('nodes', s.tools)) AS category
            FROM ({_PAGE.format(20)}) p
            LEFT JOIN category c ON c.id = p.category
            LEFT JOIN LATERAL (SELECT json_agg(json_build_object(
                    'name', t.name, 'executions', json_build_object('nodes', e.executions))) AS tools
                FROM (SELECT t.id, t.name FROM tool t WHERE t.category = c.id AND {_ALIVE}
                    ORDER BY t.name, t.id LIMIT 5) t
                LEFT JOIN LATERAL (SELECT json_agg(e) AS executions FROM (
                    SELECT 'execution_' || replace(e.id::text, '-', '') AS id, e.status FROM execution e
                    WHERE e.tool = t.id ORDER BY e.id DESC LIMIT 3) e) e ON TRUE) s ON TRUE
            ORDER BY p.name, p.id) o
        """,
    ),
    Question(
        "Q4",
        f"query ($name: String!) {{ tool(name: $name) {{ id {_FIELDS} }} }}",
        f"query ($name: String!) {{ toolByName(name: $name) {{ id {_FIELDS} }} }}",
        f"""
        SELECT json_build_object('tool', row_to_json(o))::text FROM (SELECT {_SCALARS} FROM tool t WHERE t.name = $1) o
        """,
        takes_name=True,
    ),
    Question(
        "Q5",
        f"{{ tools(first: 100) {{ edges {{ cursor node {{ id {_FIELDS} }} }}"
        " pageInfo { hasNextPage endCursor } totalCount } }",
        f"{{ {_ALL_TOOLS.format(100)}"
        f" {{ edges {{ cursor node {{ id {_FIELDS} }} }} pageInfo {{ hasNextPage endCursor }} totalCount }} }}",
        f"""
        WITH page AS (
            SELECT {_SCALARS}, row_number() OVER (ORDER BY t.name, t.id) AS number, translate(encode(convert_to(
                json_build_array('NAME ASC', t.name, t.id)::text, 'UTF8'), 'base64'), E'+/=\\n', '-_') AS cursor
            FROM (SELECT t.* FROM tool t WHERE {_ALIVE} ORDER BY t.name, t.id LIMIT 101) t)
        SELECT json_build_object('tools', json_build_object(
            'edges', (SELECT json_agg(json_build_object('cursor', p.cursor, 'node', json_build_object('id', p.id,
                'name', p.name, 'displayName', p."displayName", 'description', p.description, 'status', p.status,
                'visibility', p.visibility, 'version', p.version, 'tags', p.tags, 'timeoutSeconds', p."timeoutSeconds",
                'createdAt', p."createdAt")) ORDER BY p.number) FROM page p WHERE p.number <= 100),
            'pageInfo', json_build_object('hasNextPage', (SELECT count(*) > 100 FROM page),
                'endCursor', (SELECT p.cursor FROM page p WHERE p.number = 100)),
            'totalCount', (SELECT count(*) FROM tool t WHERE {_ALIVE})))::text
        """,
    ),
)
