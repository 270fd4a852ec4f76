import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { openBooks } from '../witnesses/books.js';
import { sharedStack } from '../stack/stack.js';

/**
 * Goal: staff see on the first page what waits and what is off, and narrow down transactions, however many there are. Method:
 * real payments, some of whose rows are changed to what takes hours to come about.
 */
const { urls, databaseUrl } = sharedStack;
const books = openBooks(databaseUrl);
const merchant = createMerchant(urls.api);
const viewer = `ada-${randomUUID()}`;
const body = idealBody();
const { reference } = body;
let identifier: string;

beforeAll(async () => {
  const created = await merchant.post('/v2/payment', body);
  identifier = String(created.body['identifier']);
  await approve(created);
  await merchant.untilFinal(reference);
});
afterAll(() => books.close());

async function read(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`${urls.staff}${path}`, { headers: { 'x-forwarded-user': viewer } });
  return { status: answer.status, text: await answer.text() };
}

const views = () => books.rows('select action, subject, details from audit_log where actor = $1', viewer);

describe('the list of transactions', () => {
  const day = () => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  const listed = async (query: string) => {
    const { status, text } = await read(`/transactions?${query}`);
    expect([query, status]).toEqual([query, 200]);
    return text.includes(`/transactions/${identifier}"`);
  };

  it('is narrowed down by merchant, type, status, method, provider, day and part of the reference', async () => {
    const part = `part=${reference.slice(3)}`;
    for (const [query, isListed] of [
      [part, true],
      [`${part}&merchant=demo`, true],
      [`${part}&merchant=nobody`, false],
      [`${part}&type=payment&status=success&method=ideal&provider=sandbox`, true],
      [`${part}&type=payout`, false],
      [`${part}&status=open`, false],
      [`${part}&status=declined`, false],
      [`${part}&method=pix`, false],
      [`${part}&provider=other`, false],
      [`${part}&day=${day()}`, true],
      [`${part}&day=2026-01-31`, false],
      [`${part}&merchant=demo&day=${day()}`, true],
      [`${part}&merchant=demo&day=2026-01-31`, false],
      [`${part}&after=${identifier}`, false],
      [`${part}&merchant=demo&after=${identifier}`, false],
    ] as const)
      expect([query, await listed(query)]).toEqual([query, isListed]);
  });

  it('goes on by key, without leaving any out, and is a CSV', async () => {
    const newer = await merchant.post('/v2/payment', idealBody());
    for (const merchantOnly of ['', '&merchant=demo'])
      expect(await listed(`after=${String(newer.body['identifier'])}${merchantOnly}`)).toBe(true);
    expect((await read(`/transactions/csv?part=${reference}`)).text).toContain(identifier);
  });

  it('keeps nothing of what was typed', async () => {
    await read('/transactions?part=zephyrine');
    expect(JSON.stringify(await views())).not.toContain('zephyrine');
  });
});

describe('the first page', () => {
  it('says what waits, for how long, and whether the processes do their work', async () => {
    const { body: open } = await merchant.post('/v2/payment', idealBody());
    const put = `update attempts set state = $2, provider = 'home-test' where identifier = $1`;
    expect((await read('/')).text).not.toContain('home-test');
    await books.inThePast(put, open['identifier'], 'unknown');
    const { status, text } = await read('/');
    await books.inThePast(put, open['identifier'], 'accepted');
    expect(status).toBe(200);
    for (const shown of [
      'home-test',
      'Unknown outcomes',
      'Open reviews',
      'Workers',
      'Tables of the coming months',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('could not be read');
  });

  it('shows what is off', async () => {
    await books.rows(
      `insert into switches (kind, name, is_off, operator, reason) values ('mid', 'home-test-mid', true, 'ada', 'it is slow')`,
    );
    expect((await read('/')).text).toMatch(/home-test-mid[\s\S]*it is slow/);
    await books.rows(
      `insert into switches (kind, name, is_off, operator, reason) values ('mid', 'home-test-mid', false, 'ada', 'it is well')`,
    );
    expect((await read('/')).text).not.toContain('home-test-mid');
  });
});
