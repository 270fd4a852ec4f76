import type { Random } from '../fakes/seeded-random.js';
import { placesIn, replaceEntry, writeTree, written } from './json-tree.js';
import type { JsonEntry, JsonPlace, JsonTree } from './json-tree.js';
import { oddKey, oddNumber, oddString, oddType } from './odd-values.js';
import type { Expected } from './fuzz-request.js';

export type TreeMutation = {
  readonly tree: JsonTree;
  /** What was done, for a person. */
  readonly name: string;
  /** Wire path of the changed entry; absent where another was put beside it. */
  readonly path?: string;
  /** What must be answered when nothing else is wrong. */
  readonly expected?: Expected;
};

const invalid: Expected = { status: 400, code: 30 };

/** Changes one entry of a body. What stood in one field never comes to stand in another that is echoed. */
export function mutateTree(random: Random, tree: JsonTree): TreeMutation {
  const places = placesIn(tree);
  if (places.length === 0) return { tree, name: 'nothing to change' };
  const place = random.pick(places);
  const { name, change, expected } = random.pick(changes);
  return {
    tree: replaceEntry(tree, place.steps, (entry) => change(random, entry, place)),
    name: `${name} ${place.path}`,
    ...(!name.endsWith('beside') && { path: place.path }),
    ...(expected && { expected }),
  };
}

type Change = {
  readonly name: string;
  readonly change: (random: Random, entry: JsonEntry, place: JsonPlace) => readonly JsonEntry[];
  readonly expected?: Expected;
};

const changes: readonly Change[] = [
  { name: 'remove', change: () => [] },
  { name: 'remove', change: () => [] },
  { name: 'duplicate', change: (_random, entry) => [entry, entry], expected: invalid },
  {
    name: 'duplicate with another value',
    change: (random, entry) => [entry, [entry[0], written(oddType(random))]],
    expected: invalid,
  },
  { name: 'rename', change: (random, [key, value]) => [[oddKey(random, key), value]] },
  {
    name: 'forbidden key beside',
    change: (random, entry) => [
      entry,
      [random.pick(['__proto__', 'constructor', 'prototype']), written(oddType(random))],
    ],
    expected: invalid,
  },
  { name: 'retype', change: (random, [key]) => [[key, written(oddType(random))]] },
  { name: 'retype', change: (random, [key]) => [[key, written(oddType(random))]] },
  { name: 'array around', change: (_random, [key, value]) => [[key, inArray(value)]] },
  {
    name: 'object around',
    change: (_random, [key, value]) => [[key, { kind: 'object', entries: [[key, value]] }]],
  },
  { name: 'as text', change: (_random, [key, value]) => [[key, written(JSON.stringify(writeTree(value)))]] },
  { name: 'unquoted', change: (_random, [key, value]) => [[key, written(unquoted(value))]] },
  { name: 'deep', change: (random, [key]) => [[key, written(deep(random))]], expected: invalid },
  { name: 'number', change: (random, [key]) => [[key, written(oddNumber(random))]] },
  { name: 'number', change: (random, [key]) => [[key, written(oddNumber(random))]] },
  { name: 'string', change: (random, [key]) => [[key, written(oddString(random))]] },
  { name: 'string', change: (random, [key]) => [[key, written(oddString(random))]] },
  { name: 'many keys beside', change: (_random, entry) => [entry, ...manyKeys], expected: invalid },
  {
    name: 'strange object beside',
    change: (random, entry) => [
      entry,
      [random.pick(['card', 'widget', 'method', 'pix', 'bank_transfer_africa', 'extra']), strange(random)],
    ],
  },
];

const manyKeys: readonly JsonEntry[] = Array.from({ length: 1_001 }, (_, index) => [
  `key${index}`,
  written('1'),
]);

function inArray(value: JsonTree): JsonTree {
  return { kind: 'array', entries: [['', value]] };
}

function strange(random: Random): JsonTree {
  return random.chance(0.5)
    ? written(oddType(random))
    : { kind: 'object', entries: [['method', written(oddString(random))]] };
}

function unquoted(value: JsonTree): string {
  const text = writeTree(value);
  return text.startsWith('"') ? text.slice(1, -1) : text;
}

function deep(random: Random): string {
  const depth = random.pick([17, 18, 100, 5_000]);
  const [open, close] = random.chance(0.5) ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
