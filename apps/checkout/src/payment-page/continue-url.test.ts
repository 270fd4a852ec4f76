import { describe, expect, it } from 'vitest';
import { continueUrl } from './continue-url.js';

const redirectUrl = 'https://shop.example?a=1';
const cancelUrl = 'http://shop.example/cancelled';
const errorUrl = 'https://shop.example/failed#top';

describe('continueUrl', () => {
  it.each([
    ['success', redirectUrl],
    ['cancelled', cancelUrl],
    ['declined', errorUrl],
    ['error', errorUrl],
    ['expired', errorUrl],
  ] as const)('leads on after %s, with nothing appended', (outcome, url) => {
    expect(continueUrl({ redirectUrl, cancelUrl, errorUrl }, outcome)).toBe(url);
  });

  it.each(['cancelled', 'declined', 'error', 'expired'] as const)(
    'falls back to redirect_url after %s, then to our own page',
    (outcome) => {
      const none = { redirectUrl: undefined, cancelUrl: undefined, errorUrl: undefined };
      expect(continueUrl({ ...none, redirectUrl }, outcome)).toBe(redirectUrl);
      expect(continueUrl(none, outcome)).toBeUndefined();
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '//shop.example', 'https://', ' https://shop.example'])(
    'never leads to %s',
    (url) => {
      expect(continueUrl({ redirectUrl: url, cancelUrl: url, errorUrl: url }, 'success')).toBeUndefined();
      expect(continueUrl({ redirectUrl, cancelUrl: url, errorUrl: url }, 'cancelled')).toBe(redirectUrl);
    },
  );
});
