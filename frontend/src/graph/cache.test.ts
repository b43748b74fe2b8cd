import { isObjectType, isUnionType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../test/server';
import { EMBEDDED_TYPES, POSSIBLE_TYPES } from './cache';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
const types = Object.values(schema.getTypeMap());

it('knows every type without an id, so no list is silently left out of the cache', () => {
  const withoutId = types
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !ROOTS.includes(type.name))
    .filter((type) => !type.getFields().id && !type.name.endsWith('Payload'))
    .map((type) => type.name);
  expect([...EMBEDDED_TYPES].sort()).toEqual(withoutId.sort());
});

it('knows the members of every union, so a person is never read as an agent', () => {
  const unions = types
    .filter(isUnionType)
    .map((type) => [type.name, type.getTypes().map(({ name }) => name)] as const);
  expect(POSSIBLE_TYPES).toEqual(Object.fromEntries(unions));
});
