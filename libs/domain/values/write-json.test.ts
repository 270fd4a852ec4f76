import { describe, expect, it } from 'vitest';
import { JsonNumber } from './json.js';
import { RawJson, writeJson } from './write-json.js';

describe('writeJson', () => {
  it('writes plain data as JSON.stringify does', () => {
    const value = { a: [1, 'two', null, { b: true }], 'quo"te': 'line\nbreak', left: undefined, zero: 0 };
    expect(writeJson(value)).toBe(JSON.stringify(value));
  });

  it('keeps raw numbers as they were written', () => {
    expect(writeJson({ meta: new RawJson('{"n":10.10}') })).toBe('{"meta":{"n":10.10}}');
    expect(writeJson({ meta: { n: new JsonNumber('1E+2') } })).toBe('{"meta":{"n":1E+2}}');
  });
});
