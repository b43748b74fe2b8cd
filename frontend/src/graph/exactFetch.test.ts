import { Client, gql } from '@urql/core';
import { type DocumentNode, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { ExactNumber } from '@/json/exact';
import { schema } from '../../test/server';
import { graphCache } from './cache';
import { exactFetchExchange, JSON_FIELDS, jsonKeys, readAnswer } from './exactFetch';
import * as documents from './generated/graphql';

/** A client with the real cache, before a server that notes what it is sent and always says the same. */
function asked(text: string, status = 200) {
  const bodies: string[] = [];
  const client = new Client({
    url: 'http://server.test/graphql',
    preferGetMethod: false,
    exchanges: [graphCache(), exactFetchExchange],
    fetch: (_input, init) => {
      bodies.push(String(init?.body));
      return Promise.resolve(new Response(text, { status }));
    },
  });
  return { client, bodies };
}

const CREATE = gql(
  'mutation Create($input: CreateToolInput!) { createTool(input: $input) { userErrors { code } } }',
);
const CREATED = '{"data":{"createTool":{"__typename":"CreateToolPayload","userErrors":[]}}}';

it('sends the fields of a schema in the order of their author', async () => {
  const { client, bodies } = asked(CREATED);
  const inputSchema = { type: 'object', properties: { zebra: {}, apple: { z: 1, a: 2 } } };
  await client.mutation(CREATE, { input: { name: 'x', content: { inputSchema } } }).toPromise();
  expect(bodies[0]).toContain(JSON.stringify(inputSchema));
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ operationName: 'Create' });
});

it('sends numbers with the digits that they were written with', async () => {
  const { client, bodies } = asked(CREATED);
  const inputSchema = { maximum: new ExactNumber('9007199254740993'), default: 1.5 };
  await client.mutation(CREATE, { input: { content: { inputSchema } } }).toPromise();
  expect(bodies[0]).toContain('{"maximum":9007199254740993,"default":1.5}');
});

const RUN = gql('query Run { execution(id: "e") { __typename id durationMs result: outputData } }');

it('hands what the server says through the cache digit by digit, each time it is read', async () => {
  const data =
    '{"data":{"execution":{"__typename":"Execution","id":"e","durationMs":1.0,"result":{"n":9007199254740993,"__typename":"mine","id":-0}}}}';
  const { client, bodies } = asked(data);
  const expected = {
    n: new ExactNumber('9007199254740993'),
    __typename: 'mine',
    id: new ExactNumber('-0'),
  };
  for (const _ of [1, 2]) {
    const result = await client.query(RUN, {}).toPromise();
    expect(result.data?.execution.result).toEqual(expected);
    expect(result.data?.execution.durationMs).toBe(1);
  }
  expect(bodies).toHaveLength(1);
});

it('keeps what differs only beyond a double apart: neither answers for the other', async () => {
  const { client, bodies } = asked('{"data":{"tool":null}}');
  const one = gql('query A($input: JSON) { tool(id: "t") { id } }');
  for (const text of ['9007199254740992', '9007199254740993'])
    await client
      .query(one, { input: new ExactNumber(text) }, { requestPolicy: 'network-only' })
      .toPromise();
  expect(bodies.map((body) => /9007199254740\d+/.exec(body)?.[0])).toEqual([
    '9007199254740992',
    '9007199254740993',
  ]);
});

it('takes a page that is no JSON for a fault of the network', async () => {
  const { client } = asked('<html>Bad gateway</html>', 502);
  const { error } = await client.query(RUN, {}).toPromise();
  expect(error?.networkError).toBeDefined();
  expect(error?.response.status).toBe(502);
});

it('leaves the numbers of the API itself plain: charts count with them', () => {
  const document = gql('{ statistics { share: successRate totals { p50 } } }');
  const text = '{"data":{"statistics":{"share":0.50,"totals":[{"p50":1e3}]}}}';
  expect(readAnswer(text, document)).toEqual({
    data: { statistics: { share: 0.5, totals: [{ p50: 1000 }] } },
  });
});

it('knows every field that holds JSON, and no other goes by its name', () => {
  const outputs = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => Object.values(type.getFields()));
  const isJson = (type: unknown) => String(type).replaceAll(/[[\]!]/g, '') === 'JSON';
  const named = outputs.filter(({ name, type }) => isJson(type) || JSON_FIELDS.has(name));
  expect(named.filter(({ type }) => !isJson(type)).map(({ name }) => name)).toEqual([]);
  expect(new Set(named.map(({ name }) => name))).toEqual(JSON_FIELDS);
});

it('needs no such care on the socket: nothing that is followed live holds JSON', () => {
  const followed = Object.values(documents as Record<string, DocumentNode>).filter((document) =>
    document.definitions?.some(
      (each) => each.kind === 'OperationDefinition' && each.operation === 'subscription',
    ),
  );
  expect(followed.length).toBeGreaterThan(1);
  for (const document of followed) expect([...jsonKeys(document)]).toEqual([]);
});
