import * as fc from 'fast-check';
import { damage, invalid, type Damages } from './damage.js';
import type { Expected } from './fuzz-request.js';
import { placesIn, replaceEntry, writeTree, type JsonEntry, type JsonTree } from './json-tree.js';
import { oddKey, oddNumber, oddString, oddType, wordOf } from './odd-values.js';

type Replace = (entry: JsonEntry) => readonly JsonEntry[];
type Row = { readonly weight: number; readonly arbitrary: fc.Arbitrary<Entries> };
type Entries = {
  readonly name: string;
  readonly replace: Replace;
  /** Another entry was put beside it, which stays as it was. */
  readonly isBeside: boolean;
  readonly expected: Expected | undefined;
};

/** Changes one entry of a body. No value moves to another field that is echoed. */
export function damageTree(): Damages {
  return fc.tuple(fc.nat(), changes).map(([at, { name, replace, isBeside, expected }]) =>
    damage('a tree', ({ toSign, tree = '' }) => {
      const places = placesIn(tree);
      const place = places[at % places.length];
      if (!place) return { name: 'nothing to change' };
      const changed = replaceEntry(tree, place.steps, replace);
      return {
        name: `${name} ${place.path}`,
        tree: changed,
        toSign: { ...toSign, body: Buffer.from(writeTree(changed)) },
        expected,
        ...(!isBeside && { changedPath: place.path }),
      };
    }),
  );
}

const deep = fc
  .tuple(fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const), fc.constantFrom(17, 18, 100, 5_000))
  .map(([[open, close], depth]) => `${open.repeat(depth)}1${close.repeat(depth)}`);
const strange = fc.oneof(
  oddType,
  oddString.map((text): JsonTree => ({ kind: 'object', entries: [['method', text]] })),
);
const manyKeys = Array.from({ length: 1_001 }, (_, index): JsonEntry => [`key${index}`, '1']);

const changes = fc.oneof(
  always(2, 'remove', () => []),
  always(1, 'duplicate', (entry) => [entry, entry], invalid),
  row(
    1,
    'duplicate with another value',
    oddType.map((text) => (entry) => [entry, [entry[0], text]]),
    invalid,
  ),
  row(
    1,
    'rename',
    oddKey.map((rename) => ([key, value]) => [[rename(key), value]]),
  ),
  beside(1, 'forbidden key', wordOf('__proto__ constructor prototype'), oddType, invalid),
  row(2, 'retype', oddType.map(instead)),
  always(1, 'array around', ([key, value]) => [[key, { kind: 'array', entries: [['', value]] }]]),
  always(1, 'object around', ([key, value]) => [[key, { kind: 'object', entries: [[key, value]] }]]),
  always(1, 'as text', ([key, value]) => [[key, JSON.stringify(writeTree(value))]]),
  always(1, 'unquoted', ([key, value]) => [[key, writeTree(value).replace(/^"(.*)"$/s, '$1')]]),
  row(1, 'deep', deep.map(instead), invalid),
  row(2, 'number', oddNumber.map(instead)),
  row(2, 'string', oddString.map(instead)),
  {
    weight: 1,
    arbitrary: fc.constant<Entries>({
      name: 'many keys beside',
      replace: (entry) => [entry, ...manyKeys],
      isBeside: true,
      expected: invalid,
    }),
  },
  beside(1, 'strange object', wordOf('card widget method pix bank_transfer_africa extra'), strange),
);

function row(weight: number, name: string, replaces: fc.Arbitrary<Replace>, expected?: Expected): Row {
  return { weight, arbitrary: replaces.map((replace) => ({ name, replace, isBeside: false, expected })) };
}

function always(weight: number, name: string, replace: Replace, expected?: Expected): Row {
  return row(weight, name, fc.constant(replace), expected);
}

function beside(
  weight: number,
  name: string,
  keys: fc.Arbitrary<string>,
  values: fc.Arbitrary<JsonTree>,
  expected?: Expected,
): Row {
  const further = fc.tuple(keys, values);
  return {
    weight,
    arbitrary: further.map((other) => ({
      name: `${name} beside`,
      replace: (entry) => [entry, other],
      isBeside: true,
      expected,
    })),
  };
}

function instead(value: JsonTree): Replace {
  return ([key]) => [[key, value]];
}
