import { expect, it } from 'vitest';
import { callbackSecretBytes, requestSecretBytes } from '#gateway/signature/signing-secret';
import { generateKey } from './manage-keys.js';

it('a request key has an unguessable id and a secret of 32 bytes', () => {
  const { id, secret } = generateKey('request', 'live');
  expect(id).toMatch(/^mk_live_[0-9A-Za-z]{24}$/);
  expect(requestSecretBytes(secret)).toHaveLength(32);
});

it('a callback key says so in its id and has the secret of a webhook', () => {
  const { id, secret } = generateKey('callback', 'test');
  expect(id).toMatch(/^ck_test_[0-9A-Za-z]{24}$/);
  expect(callbackSecretBytes(secret)).toHaveLength(32);
});

it('no two are alike', () => {
  const keys = Array.from({ length: 100 }, () => generateKey('request', 'test'));
  expect(new Set(keys.map(({ id }) => id)).size).toBe(100);
  expect(new Set(keys.map(({ secret }) => secret)).size).toBe(100);
});
