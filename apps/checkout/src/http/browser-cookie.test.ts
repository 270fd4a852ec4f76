import { describe, expect, it } from 'vitest';
import { browserCookie, newBrowser, readBrowser } from './browser-cookie.js';

describe('the cookie of a browser', () => {
  const browser = newBrowser();

  it.each([true, false])(
    'is read back from among others, and only in the form we give out (https: %s)',
    (isSecure) => {
      const read = (header: string | undefined) => readBrowser(header, { isSecure });
      const [pair] = browserCookie(browser, { isSecure }).split(';');
      expect(read(`a=1; ${pair}; b=2`)).toBe(browser);
      expect(read(`${pair}x`)).toBeUndefined();
      expect(read(`other_${pair}`)).toBeUndefined();
      expect(read(undefined)).toBeUndefined();
    },
  );

  it('over https is one that only this host can set, and no other name is read', () => {
    const attributes = `__Host-checkout_browser=${browser}; Path=/; HttpOnly; SameSite=Lax; Secure`;
    expect(browserCookie(browser, { isSecure: true })).toBe(attributes);
    expect(readBrowser(`checkout_browser=${browser}`, { isSecure: true })).toBeUndefined();
  });

  it('over http is for our pages only', () => {
    const attributes = `checkout_browser=${browser}; Path=/p; HttpOnly; SameSite=Lax`;
    expect(browserCookie(browser, { isSecure: false })).toBe(attributes);
  });

  it('is new for every browser', () => {
    expect(newBrowser()).not.toBe(browser);
  });
});
