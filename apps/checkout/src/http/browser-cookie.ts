import { randomBytes } from 'node:crypto';

/** Whether browsers reach the pages over https, which alone lets a cookie be `Secure`. */
type Reach = { readonly isSecure: boolean };

const valuePattern = /^[A-Za-z0-9_-]{22}$/;

/** With the prefix a browser takes the cookie from this very host alone, never from a neighbour or over http. */
function cookieName({ isSecure }: Reach): string {
  return isSecure ? '__Host-checkout_browser' : 'checkout_browser';
}

/** What tells this browser from others, as its `Cookie` header says; nothing when it was given none by us. */
export function readBrowser(cookieHeader: string | undefined, reach: Reach): string | undefined {
  const name = cookieName(reach);
  const pairs = (cookieHeader ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value !== undefined && valuePattern.test(value) ? value : undefined;
}

export function newBrowser(): string {
  return randomBytes(16).toString('base64url');
}

/** `Set-Cookie` of a browser. Lax: the customer arrives from the merchant's site and returns from the provider's. */
export function browserCookie(browser: string, reach: Reach): string {
  const pair = `${cookieName(reach)}=${browser}`;
  // The prefix asks for the whole host.
  return reach.isSecure
    ? `${pair}; Path=/; HttpOnly; SameSite=Lax; Secure`
    : `${pair}; Path=/p; HttpOnly; SameSite=Lax`;
}
