import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownNumber } from '#domain/transaction/shown-number';
import { approve } from '../fakes/approve.js';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: staff see in one page what the books hold of a transaction, find it by what they have in hand, and each look is put
 * down before anything is shown. Method: real payments, read as the sign-on's proxy passes a person on.
 */
const { urls, databaseUrl } = sharedStack;
const books = openBooks(databaseUrl);
const merchant = createMerchant(urls.api);
const viewer = `ada-${randomUUID()}`;
const canary = { first_name: 'Zephyrine', last_name: 'Quagmirelle' };
const body = idealBody();
const { reference } = body;
let identifier: string;

beforeAll(async () => {
  const named = { ...body, customer: { ...(body['customer'] as object), ...canary } };
  const created = await merchant.post('/v2/payment', named);
  identifier = String(created.body['identifier']);
  await approve(created);
  await merchant.untilFinal(reference);
  await until(
    () =>
      books.rows(
        'select n from delivery_attempts join events using (event_id) where identifier = $1',
        identifier,
      ),
    ({ length }) => length > 0,
  );
});
afterAll(() => books.close());

type Page = { readonly status: number; readonly text: string; readonly location: string | null };

async function read(path: string): Promise<Page> {
  const answer = await fetch(`${urls.staff}${path}`, {
    headers: { 'x-forwarded-user': viewer },
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}

const views = () =>
  books.rows('select action, subject, details, login from audit_log where actor = $1 order by id', viewer);

describe('the page of a payment', () => {
  it('shows all that the books hold, and nothing that is sealed', async () => {
    const { status, text } = await read(`/transactions/${identifier}`);
    expect(text).toContain(shownNumber(identifier));
    expect(status).toBe(200);
    const [attempt] = await books.rows('select * from attempts where identifier = $1', identifier);
    const [event] = await books.rows('select * from events where identifier = $1', identifier);
    for (const shown of [
      reference,
      attempt?.['provider_reference'],
      attempt?.['provider_id'],
      attempt?.['mid'],
      event?.['event_id'],
      'Tried first',
      'collect',
      'clearing',
      `/workflows/payment%2F${identifier}`,
    ])
      expect(text).toContain(String(shown));
    for (const name of Object.values(canary)) expect(text).not.toContain(name);
    const sections = Object.fromEntries(
      text.split('<h2 ').map((part) => [/>([^<]+)</.exec(part)?.[1] ?? '', part.split('<tr>').length - 2]),
    );
    expect(sections).toMatchObject({ Attempts: 1, 'Ledger entries': 1, Callback: 1 });
    expect(sections['History']).toBeGreaterThanOrEqual(2);
    expect(sections['Deliveries']).toBeGreaterThanOrEqual(1);
    expect(sections['Inbox']).toBeGreaterThanOrEqual(1);
  });

  it('shows reviews and decisions, written as text', async () => {
    const created = await merchant.post('/v2/payment', idealBody());
    const other = String(created.body['identifier']);
    await books.rows(
      `insert into operator_decisions (identifier, decision, operator, reason, evidence)
       values ($1, 'success', 'bob', '<b>seen</b>', 'statement 12')`,
      other,
    );
    await books.rows(
      `insert into reviews (identifier, cause, evidence) values ($1, 'odd amount', '{}')`,
      other,
    );
    const { text } = await read(`/transactions/${other}`);
    expect(text).toContain('&lt;b&gt;seen&lt;/b&gt;');
    expect(text).toContain('statement 12');
    expect(text).toContain('odd amount');
    expect((await read('/lists/reviews')).text).toContain(other);
  });

  it('of a card shows no more than its first six and last four digits', async () => {
    const pan = '4242424242424242';
    const card = cardBody(pan);
    const created = await merchant.post('/v2/payment', card);
    const { text } = await read(`/transactions/${String(created.body['identifier'])}`);
    expect(text).toContain(`${pan.slice(0, 6)}…${pan.slice(-4)}`);
    expect(text).not.toContain(pan);
  });

  it('of a payout shows its reserve', async () => {
    const payout = pixPayout();
    const created = await merchant.post('/v2/payout', payout);
    const { text } = await read(`/transactions/${String(created.body['identifier'])}`);
    expect(text).toContain('<h1 id="title">Payout ');
    expect(text).toContain('reserve');
  });

  it('belongs to no merchant for an unknown identifier', async () => {
    expect((await read(`/transactions/${randomUUID()}`)).status).toBe(404);
  });
});

describe('the search', () => {
  it('finds a payment by whatever names it', async () => {
    const [attempt] = await books.rows('select * from attempts where identifier = $1', identifier);
    const [event] = await books.rows('select * from events where identifier = $1', identifier);
    for (const words of [
      identifier,
      ` ${reference} `,
      attempt?.['provider_reference'],
      attempt?.['provider_id'],
      event?.['event_id'],
    ]) {
      const { status, location } = await read(`/search?q=${encodeURIComponent(String(words))}`);
      expect([words, status, location]).toEqual([words, 303, `/transactions/${identifier}`]);
    }
  });

  it('finds it by the number that a customer reads out', async () => {
    for (const words of [shownNumber(identifier), shownNumber(identifier).replaceAll(' ', '')]) {
      const { status, text, location } = await read(`/search?q=${encodeURIComponent(words)}`);
      // Two of one minute may share it: then both are listed.
      expect([words, status === 303 ? location : text]).toEqual([words, expect.stringContaining(identifier)]);
    }
  });

  it('finds it by part of its reference, among the newest', async () => {
    const { status, text } = await read(`/search?q=${reference.slice(2, -1).toUpperCase()}`);
    expect(status).toBe(200);
    expect(text).toContain(`/transactions/${identifier}`);
    expect(text).toContain('Nothing has exactly this name');
  });

  it('lists what has the same reference', async () => {
    const twin = { ...pixPayout(), reference };
    const created = await merchant.post('/v2/payout', twin);
    const { status, text } = await read(`/search?q=${reference}`);
    expect(status).toBe(200);
    for (const found of [identifier, String(created.body['identifier'])])
      expect(text).toContain(`/transactions/${found}`);
  });

  it('finds nothing, and keeps nothing of what was typed', async () => {
    const typed = `zephyrine@example.com-${randomUUID()}`;
    for (const words of [typed, '', '%00', "'", '1234 5678 9012', 'x'.repeat(300)])
      expect((await read(`/search?q=${words}`)).text).toContain('None.');
    expect(JSON.stringify(await views())).not.toContain('zephyrine');
  });
});

describe('the lists', () => {
  const unmatched = `=HYPERLINK("https://evil.example","x")-${randomUUID()}`;
  beforeAll(() =>
    books.rows(
      `insert into provider_events (id, provider, event_id, provider_reference, evidence) values ($1, 'other', $2, $2, '{}')`,
      randomUUID(),
      unmatched,
    ),
  );

  it.each(['reviews', 'unknown', 'undelivered', 'unmatched'])('%s is a page and a CSV', async (name) => {
    expect((await read(`/lists/${name}`)).status).toBe(200);
    const { status, text } = await read(`/lists/${name}/csv`);
    expect(status).toBe(200);
    expect(text).toMatch(/^[A-Z][^\n]*\r\n/);
  });

  it('an unmatched report is in its list, and no formula in its CSV', async () => {
    expect((await read('/lists/unmatched')).text).toContain('=HYPERLINK(&quot;https://evil.example');
    expect((await read('/lists/unmatched/csv')).text).toContain(`,"'${unmatched.replaceAll('"', '""')}",`);
  });

  it('an outcome that is not known, and a callback that was not taken, are in theirs', async () => {
    const { body: open } = await merchant.post('/v2/payment', idealBody());
    const isListed = async () => (await read('/lists/unknown')).text.includes(String(open['identifier']));
    expect(await isListed()).toBe(false);
    const put = `update attempts set state = $2 where identifier = $1`;
    await books.inThePast(put, open['identifier'], 'unknown');
    expect(await isListed()).toBe(true);
    await books.inThePast(put, open['identifier'], 'accepted');
    await books.inThePast(`update events set state = 'exhausted' where identifier = $1`, identifier);
    expect((await read('/lists/undelivered')).text).toContain(identifier);
    for (const [merchantName, isShown] of [
      ['demo', true],
      ['nobody', false],
    ] as const)
      for (const path of ['/lists/undelivered', '/lists/undelivered/csv'])
        expect([path, (await read(`${path}?merchant=${merchantName}`)).text.includes(identifier)]).toEqual([
          path,
          isShown,
        ]);
    await books.inThePast(`update events set state = 'delivered' where identifier = $1`, identifier);
    expect((await read('/lists/undelivered')).text).not.toContain(identifier);
  });
});

describe('each look', () => {
  it('is in the audit log, with who looked, and written as the role of these pages', async () => {
    const before = (await views()).length;
    await read(`/transactions/${identifier}`);
    await read('/lists/reviews');
    await read('/lists/reviews/csv');
    await read(`/search?q=${reference}`);
    const login = new URL(sharedStack.databaseUrls.staff).username;
    const told = (await views()).slice(before);
    expect(told).toMatchObject([
      { action: 'transaction.viewed', subject: identifier, login },
      { action: 'list.viewed', subject: 'reviews', login },
      { action: 'list.exported', subject: 'reviews', login },
      { action: 'transactions.searched', login },
    ]);
    expect(JSON.stringify(told.at(-1))).toContain(identifier);
  });

  it('shows nothing where it cannot be put down', async () => {
    await books.rows(`create function refuse_views() returns trigger language plpgsql as $$
      begin raise exception 'the log is full'; end $$`);
    await books.rows(`create trigger refuse_views before insert on audit_log
      for each row when (new.actor = '${viewer}') execute function refuse_views()`);
    try {
      for (const path of [`/transactions/${identifier}`, `/search?q=${reference}`, '/lists/reviews/csv']) {
        const { status, text, location } = await read(path);
        expect([path, status, location]).toEqual([path, 500, null]);
        expect(text).not.toContain(identifier);
      }
    } finally {
      await books.rows('drop trigger refuse_views on audit_log');
      await books.rows('drop function refuse_views');
    }
  });
});
