import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { CreatedPayment } from '#client/messages/created';
import type { CustomerPlay } from './tour-steps.js';

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

/** The form of a page: where it goes, and the fields it already holds. */
export type PageForm = {
  /** As written in the page; empty for the page's own address. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Values that its buttons of the name `action` offer. */
  readonly actions: readonly string[];
};

/** The first form of an HTML page, as a browser would post it; undefined if the page has no form. */
export function readForm(html: string): PageForm | undefined {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/i.exec(html);
  if (form === null) return undefined;
  const [, attributes = '', content = ''] = form;
  const fields: Record<string, string> = {};
  const actions: string[] = [];
  for (const [, tag = '', rest = ''] of content.matchAll(/<(input|button)\b([^>]*)>/gi)) {
    const name = readAttribute(rest, 'name');
    const value = readAttribute(rest, 'value') ?? '';
    const isButton = tag.toLowerCase() === 'button' || readAttribute(rest, 'type') === 'submit';
    if (isButton && name === 'action') actions.push(value);
    if (!isButton && name !== undefined) fields[name] = value;
  }
  return { action: readAttribute(attributes, 'action') ?? '', fields, actions };
}

/** Every address the page links to, as written. */
export function readLinks(html: string): readonly string[] {
  return [...html.matchAll(/<a\b([^>]*)>/gi)].flatMap(([, attributes = '']) => {
    const href = readAttribute(attributes, 'href');
    return href === undefined ? [] : [href];
  });
}

function readAttribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes,
  );
  const text = found?.[1] ?? found?.[2] ?? found?.[3];
  return text === undefined ? undefined : decodeEntities(text);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return entities[name?.toLowerCase() ?? ''] ?? whole;
    },
  );
}

/** Does what the customer of this payment does, in a browser of its own. */
export async function playCustomer(
  play: CustomerPlay,
  created: CreatedPayment,
  sandboxUrl: string,
): Promise<void> {
  const customer = createCustomer();
  switch (play.at) {
    case 'nowhere':
      return;
    case 'providerPage':
      return visitProvider(customer, challengeUrlOf(created), play.action);
    case 'phone':
      // The sandbox's stand-in for dialling: one page for each order it got from the gateway (contract §10).
      return visitProvider(customer, `${sandboxUrl}/instructions/${created.identifier}-1`, 'approve');
    case 'hostedPage': {
      const page = await customer.open(created.redirect_url ?? challengeUrlOf(created));
      if (play.action === 'cancel') return void (await customer.submit(page, play.action));
      const posted = await customer.submit(page, play.action, play.card);
      if (!play.goesOn) return;
      const shown = await customer.reloadUntil(
        posted,
        ({ html }) => findWayOn(html, sandboxUrl) !== undefined,
      );
      return visitProvider(customer, findWayOn(shown.html, sandboxUrl) ?? '', 'approve');
    }
  }
}

async function visitProvider(customer: Customer, url: string, action: string): Promise<void> {
  await customer.submit(await customer.open(url), action);
}

function challengeUrlOf({ challenge }: CreatedPayment): string {
  if (challenge?.challenge_type === 'redirect') return challenge.challenge_redirect.url;
  throw new Error('the answer has no redirect challenge');
}

/** The link of our page to the provider's, where the payment is made. */
function findWayOn(html: string, sandboxUrl: string): string | undefined {
  return readLinks(html).find((link) =>
    ['/pay/', '/instructions/'].some((path) => link.startsWith(sandboxUrl + path)),
  );
}
