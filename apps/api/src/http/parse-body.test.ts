import * as fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { parseBody } from './parse-body.js';
import { samples } from '../../../../test/stack/samples.js';

function read(text: string): ReturnType<typeof parseBody> {
  return parseBody(Buffer.from(text));
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
}

function withValues(count: number): string {
  return `{"a":[${Array.from({ length: count }, (_, index) => index).join(',')}]}`;
}

function withKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')}}`;
}

describe('parseBody', () => {
  it('keeps the text of numbers', () => {
    for (const written of ['10.10', '9007199254740993', '1e400', '-0', '0.1', '1E+2']) {
      const reading = read(`{"amount":${written}}`);
      expect(reading).toEqual({ kind: 'object', value: { amount: new LosslessNumber(written) } });
    }
  });

  it('takes 1000 values in arrays, and commas elsewhere', () => {
    expect(read(withValues(1_000)).kind).toBe('object');
    expect(read(`{"a":[${'"b,c",'.repeat(999)}"d"],"e":{"f":1,"g":2},"h":",,,"}`).kind).toBe('object');
  });

  it.each(['', ' \r\n\t', 'null', ' null '])('%j is absent', (text) => {
    expect(read(text)).toEqual({ kind: 'absent' });
  });

  it.each([
    ['not JSON', '{', 'The body is not valid JSON'],
    ['a trailing comma', '{"a":1,}', 'The body is not valid JSON'],
    ['a comment', '{"a":1} // note', 'The body is not valid JSON'],
    ['two values', '{}{}', 'The body is not valid JSON'],
    ['a string without end', '{"a', 'The body is not valid JSON'],
    ['a string that ends in a backslash', '{"a\\', 'The body is not valid JSON'],
    ['an unknown escape', '{"a":"\\x41"}', 'The body is not valid JSON'],
    ['a raw newline in a string', '{"a":"\n"}', 'The body is not valid JSON'],
    ['a leading zero', '{"a":01}', 'The body is not valid JSON'],
    ['a bracket too many', '{}]', 'The body is not valid JSON'],
    ['an array', '[]', 'The body is not a JSON object'],
    ['a string', '"a"', 'The body is not a JSON object'],
    ['an empty string', '""', 'The body is not a JSON object'],
    ['a number', '1', 'The body is not a JSON object'],
    ['true', 'true', 'The body is not a JSON object'],
    ['a byte order mark', '\uFEFF{}', 'The body starts with a byte order mark'],
    ['a duplicate key', '{"a":1,"a":2}', 'An object in the body contains the same key twice'],
    [
      'a duplicate key with an equal value',
      '{"a":1,"a":1}',
      'An object in the body contains the same key twice',
    ],
    [
      'a duplicate key deep inside',
      '{"a":[{"b":1,"c":{},"b":1}]}',
      'An object in the body contains the same key twice',
    ],
    [
      'an escaped duplicate key',
      '{"a":1,"\\u0061" : 1}',
      'An object in the body contains the same key twice',
    ],
    ['1001 values in an array', withValues(1_001), 'The arrays in the body contain more than 1000 values'],
    [
      '1001 values in two arrays',
      `{"a":[${'[1,2],'.repeat(500)}0],"b":[1]}`,
      'The arrays in the body contain more than 1000 values',
    ],
    [
      '1001 empty arrays',
      `{"a":[${'[],'.repeat(600)}[]]}`,
      'The arrays in the body contain more than 1000 values',
    ],
    ['17 levels', nested(17), 'The body is nested more than 16 levels deep'],
    [
      '17 levels of arrays',
      `{"a":${'['.repeat(16)}${']'.repeat(16)}}`,
      'The body is nested more than 16 levels deep',
    ],
    ['levels without end', '['.repeat(60_000), 'The body is nested more than 16 levels deep'],
    ['1001 keys', withKeys(1001), 'The body contains more than 1000 keys'],
    ['U+0000 in a value', '{"a":"\\u0000"}', 'A string in the body contains the character U+0000'],
    ['U+0000 in a key', '{"\\u0000":1}', 'A string in the body contains the character U+0000'],
    ['a lone high surrogate', '{"a":["\\ud800"]}', 'A string in the body contains a lone surrogate'],
    ['a lone low surrogate in a key', '{"x\\udc00":1}', 'A string in the body contains a lone surrogate'],
    ...['__proto__', 'constructor', 'prototype', '\\u005f_proto__'].flatMap((key) => [
      [`the key ${key}`, `{"${key}":1}`, 'The body contains a key named __proto__, constructor or prototype'],
      [
        `the key ${key} deep inside`,
        `{"a":[{"${key}":{}}]}`,
        'The body contains a key named __proto__, constructor or prototype',
      ],
    ]),
  ])('refuses %s', (_, text, problem) => {
    expect(read(text ?? '')).toEqual({ kind: 'malformed', problem });
  });

  it('refuses bytes that are not UTF-8', () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
    expect(parseBody(body)).toEqual({ kind: 'malformed', problem: 'The body is not valid UTF-8' });
  });

  it('accepts values at the limits', () => {
    expect(read(nested(16)).kind).toBe('object');
    expect(read(withKeys(1000)).kind).toBe('object');
    expect(read('{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}').kind).toBe('object');
    expect(read('{"a":"__proto__","b":["{[:\\"","\\ud83d\\ude00"]}').kind).toBe('object');
    expect(read('{"description":"two\\nlines"}').kind).toBe('object');
  });

  it('is quick on an unterminated string full of quotes', () => {
    expect(read(`"${'\\"'.repeat(32_000)}`).kind).toBe('malformed');
  });

  it('agrees with JSON.parse on every text of this alphabet', () => {
    const texts = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', '.', ' '),
      maxLength: 12,
    });
    fc.assert(
      fc.property(texts, (inner) => {
        const text = `{"a":${inner}}`;
        const isJson = isJsonText(text);
        const reading = read(text);
        const isDuplicate = reading.kind === 'malformed' && reading.problem.includes('twice');
        expect(reading.kind === 'object' || isDuplicate).toBe(isJson || isDuplicate);
      }),
      { numRuns: samples(2_000) },
    );
  });

  it('reads back every object', () => {
    const keys = fc.string().filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key));
    const strings = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.dictionary(keys, fc.oneof(strings, fc.boolean(), fc.constant(null), fc.array(strings))),
        (object) => {
          expect(read(JSON.stringify(object))).toEqual({ kind: 'object', value: { ...object } });
        },
      ),
    );
  });
});

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
