import { describe, expect, it } from 'vitest';
import { isPlainName, operatorProblem, personOf } from './operators.js';

/** Goal: one person has one name, however it is written, and nothing that looks like it is another one. */
const odd = {
  'a zero-width space': 'ali\u200bce',
  'a soft hyphen': 'ali\u00adce',
  'a word joiner': 'ali\u2060ce',
  'a Cyrillic letter': '\u0430lice',
  'full-width letters': 'ａｌｉｃｅ',
  'a combining mark': 'alicé'.normalize('NFD'),
  'a line break': 'alice\n',
  'a mark of direction': '\u202ealice',
  'a comma': 'alice, bob',
  nothing: '',
  'a dot alone': '.',
};

describe('a name', () => {
  it.each(Object.entries(odd))('with %s is refused', (_, name) => {
    expect(isPlainName(name)).toBe(false);
  });

  it.each(['alice', 'Alice B. Carter', 'alice@example.com', 'a', 'ops-1', 'user 1000'])(
    'like %s is accepted',
    (name) => {
      expect(isPlainName(name)).toBe(true);
      expect(operatorProblem(name, undefined)).toBeUndefined();
      expect(operatorProblem(name, 'proxy')).toBeUndefined();
    },
  );

  it('is refused if it is longer than 100 letters, and is not repeated', () => {
    expect(operatorProblem('a'.repeat(101), undefined)).toMatch(/100 at most/);
    expect(operatorProblem(odd['a zero-width space'], undefined)).not.toContain('ali');
  });
});

it.each(['alice.', 'ALICE', ' alice', 'al ice', 'ali-ce', 'a.l.i.c.e', 'alice_', 'alice '])(
  '%j is alice',
  (name) => {
    expect(personOf(name)).toBe(personOf('alice'));
  },
);

it.each(['bob', 'alice2', 'alice@example.com'])('%s is another one', (name) => {
  expect(personOf(name)).not.toBe(personOf('alice'));
});

it('only those of the list are operators, however they write their names', () => {
  expect(operatorProblem('ALICE.', ['Alice', 'Bob'])).toBeUndefined();
  expect(operatorProblem('eve', ['Alice', 'Bob'])).toBe('operations.operators does not name this operator.');
});
