import { request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { createCustomer, readForm, readLinks, type Page } from '../../tools/demo/customer.js';
import { pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: what surrounds a payment on its page: the look, the word for its script, the way back, never two charges. */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };

afterAll(() => books.close());

async function openPage(body = pixBody(), by = merchant) {
  const { body: created } = await by.post('/v2/payment', body);
  const customer = createCustomer();
  const page = await customer.open(String(created['redirect_url']));
  return { reference: body.reference, identifier: String(created['identifier']), customer, page };
}

async function stateOf({ url }: Page, at = 'page'): Promise<unknown> {
  const { body, statusCode, headers } = await request(`${url}/status?at=${at}`);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  return body.json();
}

const shownState = ({ html }: Page) => /<main data-state="([a-z-]+)"/.exec(html)?.[1];

describe.concurrent('a hosted page', () => {
  it('says to its script in one word what it would show now, from the form to the end', async () => {
    const { reference, customer, page } = await openPage();
    expect([shownState(page), await stateOf(page)]).toEqual(['form', { state: 'form' }]);
    const posted = await customer.submit(page, 'pay');
    const shown = await customer.reloadUntil(posted, (now) => shownState(now) === 'instructions');
    expect(await stateOf(shown)).toEqual({ state: 'instructions' });
    expect(await stateOf(shown, 'return')).toEqual({ state: 'waiting' });
    const way = readLinks(shown.html).find((link) => link.startsWith(urls.sandbox));
    await customer.submit(await customer.open(way ?? ''), 'approve');
    await proveEnd(observers, reference, { status: 'success' });
    expect(await stateOf(shown)).toEqual({ state: 'success' });
  });

  it('is not opened by a script that asks how it stands', async () => {
    const body = pixBody();
    const { body: created } = await merchant.post('/v2/payment', body);
    await stateOf({ url: String(created['redirect_url']), httpStatus: 200, html: '' });
    const [row] = await books.rows(
      'select opened_at from transactions where identifier = $1',
      String(created['identifier']),
    );
    expect(row).toEqual({ opened_at: null });
  });

  it('can be cancelled while its QR code is shown, and is charged no more', async () => {
    const { reference, identifier, customer, page } = await openPage();
    const posted = await customer.submit(page, 'pay');
    const shown = await customer.reloadUntil(posted, (now) => shownState(now) === 'instructions');
    expect(readForm(shown.html)?.actions).toEqual(['cancel']);
    const after = await customer.submit(shown, 'cancel');
    expect(shownState(after)).toBe('cancelled');
    await proveEnd(observers, reference, {
      status: 'declined',
      code: 121,
      reason: 'routing settings issue (disabled project or bank)',
      description: 'Payment transaction was cancelled',
    });
    expect(await observers.witness.charges(identifier)).toMatchObject([{ status: 'declined' }]);
  });

  it('shows nothing of a payment that ended more than 30 days ago, and says that it has expired', async () => {
    const { reference, identifier, customer, page } = await openPage();
    await customer.submit(page, 'cancel');
    await proveEnd(observers, reference, { status: 'declined', code: 121 });
    const age = (days: number) =>
      books.inThePast(
        `update transactions set finished_at = clock_timestamp() - $2 * interval '1 day' where identifier = $1`,
        identifier,
        days,
      );
    await age(29);
    expect(shownState(await customer.open(page.url))).toBe('cancelled');
    await age(31);
    const shown = await customer.open(page.url);
    expect([shown.httpStatus, shownState(shown)]).toEqual([410, 'expired-link']);
    expect(shown.html).not.toContain(reference);
    expect((await customer.open(`${page.url}/return`)).httpStatus).toBe(410);
    expect((await customer.open(`${page.url}/status`)).httpStatus).toBe(410);
  });

  it('shows a QR code to scan, to copy, and nothing of it elsewhere', async () => {
    const { reference, customer, page } = await openPage();
    const posted = await customer.submit(page, 'pay');
    const shown = await customer.reloadUntil(posted, (now) => shownState(now) === 'instructions');
    const { body: record } = await merchant.get(`/v2/payment/${reference}`);
    const { payload } = (record['challenge'] as { readonly qr: { readonly payload: string } }).qr;
    expect(shown.html).toMatch(/<svg\s+class="qr"/);
    expect(shown.html).toContain(`data-copy="${payload}"`);
    expect(shown.html).toContain(`<code class="copy">${payload}</code>`);
  });

  it('speaks the language that its customer chooses, from the form to the end', async () => {
    const { reference, customer, page } = await openPage();
    const way = readLinks(page.html).find((link) => link.includes('/language?to=es')) ?? '';
    const chosen = await customer.open(new URL(way, page.url).href);
    expect([chosen.url, chosen.httpStatus]).toEqual([page.url, 200]);
    expect(chosen.html).toContain('<html lang="es"');
    const posted = await customer.submit(chosen, 'cancel');
    expect(posted.html).toContain('<html lang="es"');
    await proveEnd(observers, reference, { status: 'declined', code: 121 });
    const odd = await customer.open(`${page.url}/language?to=de&at=return`);
    expect([odd.url, odd.html.includes('<html lang="es"')]).toEqual([`${page.url}/return`, true]);
  });

  it('has the colour and the logo of its project, and no address of another server but the shop and the bank', async () => {
    const { page } = await openPage();
    const paths = [...page.html.matchAll(/(?:href|src)="(\/(?:brand|assets)\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(paths.filter((path) => path.startsWith('/brand/'))).toHaveLength(3);
    for (const path of new Set(paths)) {
      const { statusCode, headers, body } = await request(urls.checkout + path);
      await body.dump();
      expect([path, statusCode]).toEqual([path, 200]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    const plain = await openPage(pixBody(), createMerchant(urls.api, 'mk_test_demo_b'));
    expect(plain.page.html).not.toContain('/brand/');
    const linked = readLinks(page.html).filter((link) => link.startsWith('http'));
    expect(linked).toEqual(['contact', 'terms', 'privacy'].map((link) => `https://shop.example/${link}`));
    const loaded = page.html.replaceAll(/<a\b[^>]*>/g, '').replaceAll(urls.checkout, '');
    expect(loaded).not.toMatch(/(?:src|href)="https?:/);
  });
});
