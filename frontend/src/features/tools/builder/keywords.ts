import { childOf, type JsonNode } from '../jsonTree';
import { isSchemaNode, textsOf } from './outline';
import { typesOf } from './schemaEdit';

export type Shape = 'text' | 'long' | 'number' | 'count' | 'flag';

/** The keywords that have a field of their own, by the type they are about. */
const LIMITS: Record<string, readonly [string, Shape][]> = {
  string: [
    ['minLength', 'count'],
    ['maxLength', 'count'],
    ['pattern', 'text'],
  ],
  number: [
    ['minimum', 'number'],
    ['maximum', 'number'],
    ['exclusiveMinimum', 'number'],
    ['exclusiveMaximum', 'number'],
    ['multipleOf', 'number'],
  ],
  array: [
    ['minItems', 'count'],
    ['maxItems', 'count'],
    ['uniqueItems', 'flag'],
  ],
  object: [
    ['minProperties', 'count'],
    ['maxProperties', 'count'],
  ],
};
const WORDS: readonly [string, Shape][] = [
  ['title', 'text'],
  ['description', 'long'],
  ['format', 'text'],
];

const fits = (node: JsonNode, shape: Shape): boolean => {
  if (node.kind !== 'scalar') return false;
  if (shape === 'flag') return typeof node.value === 'boolean';
  if (shape === 'text' || shape === 'long') return typeof node.value === 'string';
  if (typeof node.value !== 'number') return false;
  return shape === 'number' || (Number.isInteger(node.value) && node.value >= 0);
};

const isList = (node: JsonNode): boolean => node.kind === 'array';
const holdsSchemas = (node: JsonNode): boolean =>
  node.kind === 'object' && node.members.every(({ value }) => isSchemaNode(value));
const anything = () => true;

/** Keywords that the rest of the builder shows, with what they must look like for it to do so. */
const DRAWN = new Map<string, (node: JsonNode) => boolean>(
  Object.entries({
    type: (node) =>
      node.kind === 'scalar' ? typeof node.value === 'string' : textsOf(node) !== null,
    $ref: (node) => fits(node, 'text'),
    properties: holdsSchemas,
    $defs: holdsSchemas,
    definitions: holdsSchemas,
    required: (node) => textsOf(node) !== null,
    items: isSchemaNode,
    additionalProperties: isSchemaNode,
    writeOnly: (node) => fits(node, 'flag'),
    enum: isList,
    const: anything,
    default: anything,
  }),
);

const SHAPES = new Map<string, Shape>([...WORDS, ...Object.values(LIMITS).flat()]);

/** The limits worth a field: those of its types, and whatever is said already. */
export function limitsOf(node: JsonNode): [string, Shape][] {
  const types = typesOf(node) ?? [];
  const of = types.map((type) => (type === 'integer' ? 'number' : type));
  return Object.entries(LIMITS).flatMap(([type, keywords]) =>
    keywords.filter(([keyword, shape]) => {
      const said = childOf(node, keyword);
      return said ? fits(said, shape) : of.includes(type);
    }),
  );
}

/** Whether a keyword can be shown in its field: not where somebody wrote something else there. */
export function hasField(node: JsonNode, keyword: string): boolean {
  const said = childOf(node, keyword);
  const shape = SHAPES.get(keyword);
  return !said || (shape !== undefined && fits(said, shape));
}

/** All that the builder has no field for: shown as JSON, never hidden. */
export function otherKeywords(node: JsonNode): string[] {
  if (node.kind !== 'object') return [];
  return node.members
    .filter(({ name, value }) => {
      const shape = SHAPES.get(name);
      return shape ? !fits(value, shape) : !DRAWN.get(name)?.(value);
    })
    .map(({ name }) => name);
}
