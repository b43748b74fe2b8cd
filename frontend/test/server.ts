import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client, type Exchange, makeResult, type Operation } from '@urql/core';
import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  isAbstractType,
  type OperationDefinitionNode,
} from 'graphql';
import { filter, fromPromise, makeSubject, mergeMap, pipe, takeUntil } from 'wonka';
import { graphCache } from '@/graph/cache';

const text = readFileSync(resolve(import.meta.dirname, '../../schema.graphql'), 'utf8');

/** The server's own schema; unions and interfaces are told apart by `__typename` in the scripted data. */
export const schema = buildSchema(text);
for (const type of Object.values(schema.getTypeMap()))
  if (isAbstractType(type))
    type.resolveType = (value) => (value as { __typename: string }).__typename;

type Root = Record<string, unknown>;
export type Script = {
  /** Answers of the root fields: plain values, or functions of the field's arguments. */
  Query?: Root;
  Mutation?: Root;
};
export type SentOperation = { kind: string; name: string; variables: Record<string, unknown> };

/** What the frame of every page asks for. */
export const SHELL: Root = {
  viewer: {
    subject: { __typename: 'User', id: 'user_1', username: 'ada', displayName: 'Ada' },
    account: null,
    scope: 'MANAGE',
    isAdmin: true,
  },
  server: {
    version: '0.1.0',
    sandbox: {
      level: 'L0',
      minimum: 'L0',
      refuses: false,
      isolated: false,
      landlockAbi: 0,
      summary: 'Scripts are not isolated here.',
      findings: [],
    },
    executors: [{ type: 'PYTHON', level: 'L0', isolated: false, summary: 'Not isolated.' }],
    database: { answers: true, version: '17.2' },
    load: { running: 0, waiting: 0, slots: 100 },
  },
};

const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, _context, info) => {
  const value = (source as Root)[info.fieldName];
  return typeof value === 'function' ? value(args) : value;
};

const definitionOf = ({ query }: Operation) =>
  query.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === 'OperationDefinition',
  );

function rootField(operation: Operation): string {
  const first = definitionOf(operation)?.selectionSet.selections[0];
  return first?.kind === 'Field' ? first.name.value : '';
}

async function answer(operation: Operation, rootValue: Root) {
  const { query: document } = operation;
  const variableValues = operation.variables ?? {};
  const result = await execute({ schema, document, variableValues, rootValue, fieldResolver });
  return makeResult(operation, result as Parameters<typeof makeResult>[1]);
}

/**
 * A real urql client with the real cache in front of the server's schema, with scripted answers.
 * `push(field, value)` sends the next result of a subscription; `sent` lists what was asked, in order.
 */
export function scriptedServer(script: Script = {}) {
  const sent: SentOperation[] = [];
  const live = makeSubject<{ field: string; value: unknown }>();
  const roots: Record<string, Root> = {
    query: { ...SHELL, ...script.Query },
    mutation: script.Mutation ?? {},
  };

  const exchange: Exchange = () => (operations) =>
    pipe(
      operations,
      filter((operation) => operation.kind !== 'teardown'),
      mergeMap((operation) => {
        const { kind, key, variables = {} } = operation;
        sent.push({ kind, name: definitionOf(operation)?.name?.value ?? '', variables });
        if (kind !== 'subscription') return fromPromise(answer(operation, roots[kind] ?? {}));
        const stopped = filter<Operation>((each) => each.kind === 'teardown' && each.key === key);
        return pipe(
          live.source,
          filter(({ field }) => field === rootField(operation)),
          mergeMap(({ field, value }) => fromPromise(answer(operation, { [field]: value }))),
          takeUntil(pipe(operations, stopped)),
        );
      }),
    );
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [graphCache(), exchange],
  });
  const push = (field: string, value: unknown) => live.next({ field, value });
  return { client, exchange, sent, push };
}

/** A connection as the server answers it, from its nodes. */
export function connection(nodes: readonly object[], more = false) {
  return {
    nodes,
    edges: nodes.map((node, index) => ({ cursor: `c${index}`, node })),
    totalCount: nodes.length,
    pageInfo: {
      hasNextPage: more,
      hasPreviousPage: false,
      startCursor: nodes.length ? 'c0' : null,
      endCursor: nodes.length ? `c${nodes.length - 1}` : null,
    },
  };
}
