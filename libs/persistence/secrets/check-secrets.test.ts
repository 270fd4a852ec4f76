import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyRingProblem, rootSecretProblem } from './check-secrets.js';

const good = randomBytes(32).toString('base64');
const zero = Buffer.alloc(32).toString('base64');
const golden = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

it('takes random keys', () => {
  expect(rootSecretProblem(good)).toBeUndefined();
  const other = randomBytes(32).toString('base64');
  expect(rootSecretProblem(`${good}, ${other}`)).toBeUndefined();
  expect(keyRingProblem(`k2:${good},k1:${randomBytes(32).toString('base64')}`)).toBeUndefined();
});

it('refuses weak and published ones, and names those of a ring', () => {
  expect(rootSecretProblem(zero)).toMatch(/^is not random/);
  expect(rootSecretProblem(golden)).toBe('is a published development key');
  expect(rootSecretProblem(`${good},retired:${golden}`)).toBe('is a published development key');
  expect(rootSecretProblem(`retired:${good}`)).toMatch(/^must be .* with different secrets of 32 bytes$/);
  expect(keyRingProblem(`k1:${good},k0:${zero}`)).toMatch(/^has a weak key: k0 is not random/);
  for (const text of [`k1:${zero}`, `k1:${golden}`, 'k1:', ''])
    expect(keyRingProblem(text)).not.toContain(zero);
  expect(keyRingProblem('k1:short')).toMatch(/keys of 32 bytes/);
});
