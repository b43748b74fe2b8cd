import { isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../test/server';
import { EMBEDDED_TYPES } from './cache';

const ROOTS = ['Query', 'Mutation', 'Subscription'];

it('knows every type without an id, so no list is silently left out of the cache', () => {
  const withoutId = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !type.name.startsWith('__') && !ROOTS.includes(type.name))
    .filter((type) => !type.getFields().id && !type.name.endsWith('Payload'))
    .map((type) => type.name);
  expect([...EMBEDDED_TYPES].sort()).toEqual(withoutId.sort());
});
