/** For tests: the same numbers for the same seed, so that what fails can be seen again. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  };
}
export type Random = ReturnType<typeof seeded>;

const NAMES = [
  'a',
  'b',
  '1',
  '0',
  'a/b',
  'm~n',
  '',
  '__proto__',
  'constructor',
  'type',
  'é 名',
  'a"b',
  'required',
];
const NUMBERS = ['1.50', '0', '-0.0', '9007199254740993', '1e3', '18446744073709551615', '2'];

const distinct = (random: Random, most: number): string[] => [
  ...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(NAMES))),
];
const object = (members: readonly [string, string][]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** The text of a schema such as nobody would write: odd names, odd numbers, keywords that nobody knows. */
export function randomSchema(random: Random, depth = 3): string {
  if (random.chance(0.1)) return random.pick(['true', 'false']);
  const members = new Map<string, string>();
  const inner = () => (depth > 0 ? randomSchema(random, depth - 1) : '{}');
  const some = (share: number, keyword: string, value: () => string) => {
    if (random.chance(share)) members.set(keyword, value());
  };
  const all = [
    () =>
      some(0.7, 'type', () =>
        random.pick(['"object"', '"string"', '["number","null"]', '"array"']),
      ),
    () =>
      some(depth > 0 ? 0.8 : 0, 'properties', () =>
        object(distinct(random, 4).map((name) => [name, inner()])),
      ),
    () => some(0.4, 'required', () => JSON.stringify(distinct(random, 3))),
    () => some(0.3, 'items', inner),
    () => some(0.3, 'minimum', () => random.pick(NUMBERS)),
    () => some(0.2, 'x-odd', () => `[ {"k": ${random.pick(NUMBERS)} }, null]`),
    () => some(0.2, '$ref', () => random.pick(['"#/$defs/a"', '"#/properties/b/items"', '"#"'])),
    () => some(0.2, 'oneOf', () => `[${inner()}, ${inner()}]`),
    () => some(0.2, '$defs', () => object([['a', inner()]])),
    () => some(0.2, 'additionalProperties', inner),
    () => some(0.2, 'description', () => '"two\\nlines \\u00e9"'),
  ];
  while (all.length > 0) all.splice(random.below(all.length), 1)[0]?.();
  return object([...members]);
}

const TEXTS = ['""', '"a"', '"1.50"', '": -0, "', '"\\\\"', '"a\\"b"', '"[{"'];

/** A JSON text without white space; `numbers` are those that stand in it. */
export function randomJson(random: Random, numbers: readonly string[], depth = 4): string {
  const inner = () => randomJson(random, numbers, depth - 1);
  const many = () => Array.from({ length: random.below(4) }, inner);
  const kind = random.below(depth > 0 ? 6 : 3);
  if (kind === 0) return random.pick(numbers);
  if (kind === 1) return random.pick(TEXTS);
  if (kind === 2) return random.pick(['true', 'false', 'null', '0', '12.5']);
  if (kind < 5)
    return object(
      [...new Set(['x', ...distinct(random, 3)])]
        .filter((name) => !/^\d/.test(name))
        .map((name) => [name, inner()]),
    );
  return `[${many().join(',')}]`;
}
