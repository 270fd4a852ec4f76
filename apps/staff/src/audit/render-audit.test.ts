import { expect, it } from 'vitest';
import { describeDetails } from './render-audit.js';

it.each([
  [{ kind: 'method', is_off: 'true', reason: 'slow' }, 'on → off; kind: method; reason: slow'],
  [{ kind: 'mid', is_off: 'false' }, 'off → on; kind: mid'],
  [{ changed: ['projects.a.name'] }, 'projects.a.name'],
  [{ changed: ['1', '2', '3', '4', '5', '6', '7', '8'] }, '1, 2, 3, 4, 5, 6, and 2 more'],
  [{ kind: 'top_up', currency: 'EUR', amount: '10.1' }, '10.1 EUR; kind: top_up'],
  [{ rows: 3, found: ['a'] }, 'rows: 3; found: ["a"]'],
  [{}, ''],
] as const)('details of a change are a line of words: %j', (details, words) => {
  expect(describeDetails(JSON.stringify(details))).toBe(words);
});
