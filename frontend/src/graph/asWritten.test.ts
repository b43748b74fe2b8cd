import { Client, fetchExchange, gql } from '@urql/core';
import { expect, it } from 'vitest';
import { asWrittenExchange } from './asWritten';
import { graphCache } from './cache';

it('sends the fields of a schema in the order of their author', async () => {
  let body = '';
  const client = new Client({
    url: 'http://server.test/graphql',
    preferGetMethod: false,
    exchanges: [graphCache(), asWrittenExchange, fetchExchange],
    fetch: (_input, init) => {
      body = String(init?.body);
      const answer = { data: { createTool: { __typename: 'CreateToolPayload', userErrors: [] } } };
      return Promise.resolve(Response.json(answer));
    },
  });
  const inputSchema = { type: 'object', properties: { zebra: {}, apple: { z: 1, a: 2 } } };
  const create = gql`mutation Create($input: CreateToolInput!) { createTool(input: $input) { userErrors { code } } }`;
  await client.mutation(create, { input: { name: 'x', content: { inputSchema } } }).toPromise();
  expect(body).toContain(JSON.stringify(inputSchema));
  expect(JSON.parse(body)).toMatchObject({ operationName: 'Create' });
});
