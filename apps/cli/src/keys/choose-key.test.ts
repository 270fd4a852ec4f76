import { describe, expect, it } from 'vitest';
import type { ListedKey } from '#persistence/keys/manage-keys';
import { chooseKey } from './choose-key.js';

const key = (id: string, changes: Partial<ListedKey> = {}): ListedKey => ({
  id,
  project: 'shop',
  purpose: 'request',
  origin: 'stored',
  ...changes,
});
const choose = (keys: readonly ListedKey[], keyId?: string) => chooseKey(keys, { purpose: 'request', keyId });

const leaving = key('mk_leaving', { revokedAt: new Date(0) });
const written = key('mk_file', { origin: 'file' });
const callback = key('ck_1', { purpose: 'callback' });

describe('the key to rotate', () => {
  it('is the only one that has no end yet', () => {
    expect(choose([leaving, written, callback, key('mk_1')])).toBe('mk_1');
  });

  it('is named where there are several', () => {
    const keys = [key('mk_1'), key('mk_2')];
    expect(() => choose(keys)).toThrow('Name one with --key: mk_1, mk_2');
    expect(choose(keys, 'mk_2')).toBe('mk_2');
  });

  it.each([
    ['in the file', [written, leaving], undefined, /mk_file is in the configuration file/],
    ['named, of the file', [written, key('mk_1')], 'mk_file', /mk_file is in the configuration file/],
    [
      'that has an end',
      [leaving, key('mk_1')],
      'mk_leaving',
      /no request key mk_leaving that can be rotated/,
    ],
    ['for the other purpose', [callback, key('mk_1')], 'ck_1', /no request key ck_1/],
    ['without any', [callback], undefined, /no request key to rotate: create one/],
  ])('is refused: %s', (_name, keys, keyId, words) => {
    expect(() => choose(keys, keyId)).toThrow(words);
  });
});
