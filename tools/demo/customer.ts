import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { readForm } from './read-form.js';

export type Page = { readonly url: string; readonly httpStatus: number; readonly html: string };

/** A customer's browser: keeps cookies, follows redirects, fills in the form of a page. */
export type Customer = {
  open(url: string): Promise<Page>;
  /** Posts the page's form with its hidden fields, what is filled in, and this action, and follows to the end. */
  submit(page: Page, action: string, filledIn?: Readonly<Record<string, string>>): Promise<Page>;
  /** Opens the page again, until what it shows is as wanted. Throws when that does not come in time. */
  reloadUntil(page: Page, isWanted: (page: Page) => boolean): Promise<Page>;
};

const pageTimeoutMs = 35_000;
const redirectsMax = 10;
const reloadEveryMs = 300;
const reloadsMax = 100;

export function createCustomer(): Customer {
  const cookies = new Map<string, Map<string, string>>();

  const fetchOnce = async (url: string, form: Readonly<Record<string, string>> | undefined) => {
    const { origin } = new URL(url);
    const jar = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await request(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        ...(cookie === '' ? {} : { cookie }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded', origin } : {}),
      },
      body: form ? new URLSearchParams(form).toString() : null,
      headersTimeout: pageTimeoutMs,
      bodyTimeout: pageTimeoutMs,
    });
    const html = await response.body.text();
    for (const set of [response.headers['set-cookie'] ?? []].flat()) keepCookie(jar, set);
    return { url, httpStatus: response.statusCode, html, location: response.headers.location };
  };

  const travel = async (start: string, startForm?: Readonly<Record<string, string>>): Promise<Page> => {
    let url = start;
    let form = startForm;
    for (let hop = 0; hop <= redirectsMax; hop += 1) {
      const { location, ...page } = await fetchOnce(url, form);
      const isRedirect = page.httpStatus >= 300 && page.httpStatus < 400;
      if (!isRedirect || typeof location !== 'string') return page;
      url = new URL(location, url).href;
      form = undefined;
    }
    throw new Error(`more than ${redirectsMax} redirects from ${start}`);
  };

  return {
    open: (url) => travel(url),
    submit(page, action, filledIn = {}) {
      const form = readForm(page.html);
      if (form === undefined) throw new Error(`there is no form on the page (HTTP ${page.httpStatus})`);
      const isOffered = form.actions.length === 0 || form.actions.includes(action);
      if (!isOffered) throw new Error(`the page does not offer "${action}"`);
      return travel(new URL(form.action || page.url, page.url).href, { ...form.fields, ...filledIn, action });
    },
    async reloadUntil(page, isWanted) {
      let current = page;
      for (let reload = 0; reload < reloadsMax; reload += 1) {
        if (isWanted(current)) return current;
        await wait(reloadEveryMs);
        current = await travel(page.url);
      }
      throw new Error('the page never showed what the customer waits for');
    },
  };
}

function keepCookie(jar: Map<string, string>, set: string): void {
  const [pair = '', ...attributes] = set.split(';');
  const [name = '', ...value] = pair.split('=');
  const isOver = attributes.some((attribute) => /^\s*max-age\s*=\s*0\s*$/i.test(attribute));
  if (isOver) jar.delete(name.trim());
  else jar.set(name.trim(), value.join('=').trim());
}
