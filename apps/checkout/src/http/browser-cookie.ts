import { randomBytes } from 'node:crypto';

const cookieName = 'checkout_browser';
const valuePattern = /^[A-Za-z0-9_-]{22}$/;

/** What tells this browser from others, as its `Cookie` header says; nothing when it was given none by us. */
export function readBrowser(cookieHeader: string | undefined): string | undefined {
  const pairs = (cookieHeader ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return value !== undefined && valuePattern.test(value) ? value : undefined;
}

export function newBrowser(): string {
  return randomBytes(16).toString('base64url');
}

/** `Set-Cookie` of a browser. Lax: the customer arrives from the merchant's site and returns from the provider's. */
export function browserCookie(browser: string, { isSecure }: { readonly isSecure: boolean }): string {
  return `${cookieName}=${browser}; Path=/p; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
