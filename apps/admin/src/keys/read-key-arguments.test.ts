import { describe, expect, it } from 'vitest';
import { readKeyArguments } from './read-key-arguments.js';

const read = (line: string) => readKeyArguments(line.split(' '));
const dayMs = 86_400_000;

describe('the words after `npm run keys --`', () => {
  it('create a request key, or a callback key that begins later', () => {
    expect(read('create --project shop')).toEqual({
      command: 'create',
      project: 'shop',
      purpose: 'request',
      notBeforeMs: 0,
    });
    expect(read('create --project shop --callback --not-before 2h')).toMatchObject({
      purpose: 'callback',
      notBeforeMs: dayMs / 12,
    });
  });

  it('rotate with an overlap of a day, or another one', () => {
    expect(read('rotate --project shop')).toEqual({
      command: 'rotate',
      project: 'shop',
      purpose: 'request',
      notBeforeMs: 0,
      overlapMs: dayMs,
      keyId: undefined,
    });
    expect(read('rotate --project shop --key mk_1 --overlap 7d')).toMatchObject({
      keyId: 'mk_1',
      overlapMs: 7 * dayMs,
    });
  });

  it('revoke one key, list those of one project or of all', () => {
    expect(read('revoke --project shop --key mk_1')).toEqual({
      command: 'revoke',
      project: 'shop',
      keyId: 'mk_1',
    });
    expect(read('list')).toEqual({ command: 'list', project: undefined });
    expect(read('list --project shop')).toEqual({ command: 'list', project: 'shop' });
  });

  it.each([
    ['', /create, rotate, revoke or list/],
    ['delete --project shop', /create, rotate, revoke or list/],
    ['constructor', /create, rotate, revoke or list/],
    ['create shop', /create, rotate, revoke or list/],
    ['create', /--project is missing/],
    ['revoke --project shop', /--key is missing/],
    ['create --project shop --overlap 1h', /create has no --overlap/],
    ['revoke --project shop --key mk_1 --callback', /revoke has no --callback/],
    ['rotate --project shop --overlap 1', /--overlap must be a duration/],
    ['create --project shop --not-before tomorrow', /--not-before must be a duration/],
    ['create --project shop --secret x', /--secret/],
  ])('%j is refused in words', (line, words) => {
    expect(() => read(line)).toThrow(words);
  });
});
