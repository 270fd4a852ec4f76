import { describe, expect, it } from 'vitest';
import { browserCookie, newBrowser, readBrowser } from './browser-cookie.js';

describe('the cookie of a browser', () => {
  const browser = newBrowser();

  it('is read back from among others, and only in the form we give out', () => {
    const [pair] = browserCookie(browser, { isSecure: false }).split(';');
    expect(readBrowser(`a=1; ${pair}; b=2`)).toBe(browser);
    expect(readBrowser(`${pair}x`)).toBeUndefined();
    expect(readBrowser(`other_${pair}`)).toBeUndefined();
    expect(readBrowser(undefined)).toBeUndefined();
  });

  it('is HttpOnly, Lax, for our pages only, and Secure over https', () => {
    const attributes = `checkout_browser=${browser}; Path=/p; HttpOnly; SameSite=Lax`;
    expect(browserCookie(browser, { isSecure: false })).toBe(attributes);
    expect(browserCookie(browser, { isSecure: true })).toBe(`${attributes}; Secure`);
  });

  it('is new for every browser', () => {
    expect(newBrowser()).not.toBe(browser);
  });
});
