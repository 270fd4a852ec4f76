import { describe, expect, it } from 'vitest';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { newBrowser } from './browser-cookie.js';
import { isProven } from './form-proof.js';

describe('isProven', () => {
  const keyedHashes = createKeyedHashes(Buffer.alloc(32, 7).toString('base64'));
  const browser = newBrowser();
  const proof = keyedHashes.form('payment-1', browser);

  it('accepts the form that was given to this browser for this payment', () => {
    expect(isProven(keyedHashes, 'payment-1', { browser, proof })).toBe(true);
  });

  it.each([
    ['another payment', 'payment-2', { browser, proof }],
    ['another browser', 'payment-1', { browser: newBrowser(), proof }],
    ['no cookie', 'payment-1', { browser: undefined, proof }],
    ['no proof', 'payment-1', { browser, proof: null }],
    ['an empty proof', 'payment-1', { browser, proof: '' }],
    ['an altered proof', 'payment-1', { browser, proof: `${proof.slice(0, -1)}~` }],
    ['a longer proof', 'payment-1', { browser, proof: `${proof}A` }],
  ])('refuses %s', (_case, identifier, posted) => {
    expect(isProven(keyedHashes, identifier, posted)).toBe(false);
  });
});
