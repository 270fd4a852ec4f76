import { describe, expect, it } from 'vitest';
import { createKeyedHashes } from '#persistence/secrets/keyed-hashes';
import { Browsers } from './browsers.js';

const secret = Buffer.alloc(32, 7).toString('base64');
const keyedHashes = createKeyedHashes(secret);
const over = { http: new Browsers(keyedHashes, false), https: new Browsers(keyedHashes, true) } as const;

/** A browser's first visit, and the pair that it sends back as its cookie. */
function meet(browsers: Browsers) {
  const browser = browsers.recognise(undefined);
  return { browser, cookie: browser.setCookie?.split(';')[0] ?? '' };
}

/** The `Cookie` header of a browser that was sent these cookies: of several with one name it keeps the last. */
function keep(...cookies: readonly string[]): string {
  const jar = new Map(cookies.map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const));
  return [...jar.values()].join('; ');
}

describe('the cookie of a browser', () => {
  it.each(['http', 'https'] as const)(
    'is read back from among others, and only in the form we give out: over %s',
    (scheme) => {
      const { browser, cookie } = meet(over[scheme]);
      const known = { name: browser.name, setCookie: undefined };
      expect(over[scheme].recognise(`a=1; ${cookie}; b=2`)).toEqual(known);
      for (const header of [`${cookie}x`, `other_${cookie}`, undefined]) {
        const other = over[scheme].recognise(header);
        expect(other.name).not.toBe(browser.name);
        expect(other.setCookie).toContain(`=${other.name};`);
      }
    },
  );

  it('over https is one that only this host can set, and no other name is read', () => {
    const { browser, cookie } = meet(over.https);
    expect(cookie).toMatch(new RegExp(`^__Host-checkout_browser_[0-9a-f]{8}=${browser.name}$`));
    expect(browser.setCookie).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax; Secure`);
    expect(over.https.recognise(cookie.replace('__Host-', '')).name).not.toBe(browser.name);
  });

  it('over http is for our pages only', () => {
    const { browser, cookie } = meet(over.http);
    expect(browser.setCookie).toBe(`${cookie}; Path=/p; HttpOnly; SameSite=Lax`);
  });

  it('is new for every browser', () => {
    expect(meet(over.http).browser.name).not.toBe(meet(over.http).browser.name);
  });
});

describe('the proof of a form', () => {
  const browsers = over.http;
  const { browser, cookie } = meet(browsers);
  const proof = browsers.proofFor('payment-1', browser);

  it('is accepted from this browser for this payment', () => {
    expect(browsers.isProven('payment-1', cookie, proof)).toBe(true);
  });

  it('is accepted from each of two tabs that were opened before either had a cookie', () => {
    const tabs = [meet(browsers), meet(browsers)];
    const cookies = keep(...tabs.map((tab) => tab.cookie));
    for (const tab of tabs) {
      const given = browsers.proofFor('payment-1', tab.browser);
      expect(browsers.isProven('payment-1', cookies, given)).toBe(true);
    }
    expect(browsers.isProven('payment-1', cookies, proof)).toBe(false);
    expect(browsers.recognise(cookies).setCookie).toBeUndefined();
  });

  it('is accepted after the secret was replaced, until the old one is retired', () => {
    const replacedBy = (suffix: string) =>
      new Browsers(createKeyedHashes(`${Buffer.alloc(32, 8).toString('base64')},${suffix}`), false);
    expect(replacedBy(secret).isProven('payment-1', cookie, proof)).toBe(true);
    expect(replacedBy(`retired:${secret}`).isProven('payment-1', cookie, proof)).toBe(false);
  });

  it.each([
    ['another payment', 'payment-2', cookie, proof],
    ['another browser', 'payment-1', meet(browsers).cookie, proof],
    ['no cookie', 'payment-1', undefined, proof],
    ['no proof', 'payment-1', cookie, null],
    ['an empty proof', 'payment-1', cookie, ''],
    ['an altered proof', 'payment-1', cookie, `${proof.slice(0, -1)}~`],
    ['a longer proof', 'payment-1', cookie, `${proof}A`],
  ])('is refused with %s', (_case, identifier, header, posted) => {
    expect(browsers.isProven(identifier, header, posted)).toBe(false);
  });
});
