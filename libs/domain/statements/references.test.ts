import { describe, expect, it } from 'vitest';
import { isOurReference, ourReferenceIn, referenceIn, referenceWords } from './references.js';

/** Goal: our reference is found as a whole word wherever it stands, and names are never kept (contract §16.2, §16.3). */
const ours = '0195d2a1-0000-7000-8000-000000000001-2';

describe('our reference', () => {
  it.each([ours, `pay ${ours}`, `(${ours})`, `${ours}, ${ours}`, ours.toUpperCase(), `ref:${ours}.`])(
    'is in %s',
    (text) => {
      expect(ourReferenceIn(text)).toBe(ours);
    },
  );

  it.each([
    `x${ours}`,
    `${ours}x`,
    `${ours}-3`,
    `9-${ours}`,
    ours.slice(0, -2),
    `${ours} ${ours.replace('1-2', '1-3')}`,
    '',
  ])('is not in %s', (text) => {
    expect(ourReferenceIn(text)).toBeUndefined();
  });

  it('stands alone', () => {
    expect([isOurReference(ours), isOurReference(` ${ours}`), isOurReference('order-1')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each([
  [`Smith ${ours}`, ours],
  ['order-12', 'order-12'],
  [' INV/2026/7 ', 'INV/2026/7'],
  ['Smith', undefined],
  ['order 12', undefined],
  ['smith12@example.com', undefined],
  ['', undefined],
])('of %j is kept %j', (text, kept) => {
  expect(referenceIn(text)).toBe(kept);
});

it('words of a bank that can be a reference are kept, names and account numbers are not', () => {
  const texts = [`Settlement set_20260105. John Smith`, `DE89370400440532013000 po-778899, ${ours}`, 'Nr 12'];
  expect(referenceWords(texts)).toEqual(['set_20260105', ours, 'po-778899']);
  expect(referenceWords([])).toEqual([]);
});
