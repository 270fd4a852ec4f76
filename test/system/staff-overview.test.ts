import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve } from '../fakes/approve.js';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant, newReference } from '../fakes/merchant.js';
import { pixPayout } from '../fakes/payout-bodies.js';
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
    const move = 'update transactions set status = $2 where identifier = $1';
    await books.inThePast(put, open['identifier'], 'unknown');
    await books.inThePast(move, open['identifier'], 'pending');
    const { status, text } = await read('/');
    await books.inThePast(put, open['identifier'], 'accepted');
    await books.inThePast(move, open['identifier'], 'created');
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

describe('the page of a transaction', () => {
  it('says what it waits for, who asks next and what can be done', async () => {
    const { body: open } = await merchant.post('/v2/payment', idealBody());
    const { text } = await read(`/transactions/${String(open['identifier'])}`);
    expect(text).toContain('The provider has accepted it.');
    expect(text).toMatch(/The provider is asked next (?:in \d+|at any)/);
    expect(text).toContain(`--workflow-id payment/${String(open['identifier'])} --name lookUpNow`);
    const ended = await read(`/transactions/${identifier}`);
    expect(ended.text).toContain('The merchant has accepted the callback.');
    expect(ended.text).not.toContain('--name lookUpNow');
  });

  it('shows the refunds of a payment, and leads from a refund to its payment', async () => {
    const asked = { reference: newReference(), payment_reference: reference, amount: '1.10' };
    const refund = await merchant.post('/v2/refund', asked);
    expect(refund.body).toMatchObject({ error_code: 0 });
    const { text } = await read(`/transactions/${identifier}`);
    expect(text).toMatch(new RegExp(`<h2 id="refunds">[\\s\\S]*${asked.reference}`));
    const ofRefund = await read(`/transactions/${String(refund.body['identifier'])}`);
    expect(ofRefund.text).toContain(`<a href="/transactions/${identifier}">`);
    expect(ofRefund.text).not.toContain('Payable until');
  });

  it('of a payout has no time to pay, which only customers have', async () => {
    const created = await merchant.post('/v2/payout', pixPayout());
    expect((await read(`/transactions/${String(created.body['identifier'])}`)).text).not.toContain(
      'Payable until',
    );
  });
});

describe('changes', () => {
  it('say who did what and when, from what to what, and leave looks out', async () => {
    const name = `audit-test-${randomUUID()}`;
    await books.rows(
      `insert into switches (kind, name, is_off, operator, reason) values ('mid', $1, true, 'Grace', 'it is slow')`,
      name,
    );
    const { text } = await read('/audit?who=gra');
    expect(text).toMatch(new RegExp(`switch turned[\\s\\S]*${name}[\\s\\S]*on → off`));
    expect(text).not.toContain('list viewed');
    expect((await read('/audit?kind=looks')).text).toContain('list viewed');
    expect((await read('/audit?who=nobody-of-this-name')).text).toContain('None.');
    expect((await read('/audit/csv?kind=all')).text).toContain(name);
    const [row] = await books.rows('select id from audit_log where subject = $1', name);
    expect((await read(`/audit?who=grace&before=${String(row?.['id'])}`)).text).not.toContain(name);
    await books.rows(
      `insert into switches (kind, name, is_off, operator, reason) values ('mid', $1, false, 'Grace', 'it is well')`,
      name,
    );
  });
});

describe('the configuration', () => {
  it('has its versions, and what each changed from what to what, without a secret or who is blocked', async () => {
    const [oldest] = await books.rows('select version from configurations order by version limit 1');
    const version = Number(oldest?.['version']);
    // Not the newest by the clock of the processes: they read it, and must not run on it.
    await books.inThePast(
      `insert into configurations (version, digest, document, secrets_box, applied_by) overriding system value
       select -1, 'x', jsonb_set(jsonb_set(document, '{projects,demo,callbackRate}', '7'),
         '{blocklist,customers}', '[{"value": "zephyrine"}]'), secrets_box, 'Grace'
       from configurations where version = $1`,
      version,
    );
    try {
      const list = await read('/configuration');
      expect(list.text).toContain(`href="/configuration/${version}"`);
      const { text } = await read(`/configuration/${version}`);
      expect(text).toMatch(/projects\.demo\.callback_rate[\s\S]*?7[\s\S]*?50/);
      expect(text).not.toContain('zephyrine');
      expect((await read(`/configuration/${version}?with=${version}`)).text).toContain('0 differences');
    } finally {
      await books.inThePast('delete from configurations where version = -1');
    }
    for (const path of [
      '/configuration/0',
      '/configuration/x',
      '/configuration/999999',
      '/configuration/1?with=999999',
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });
});

describe('balances', () => {
  it('have their sums by currency, and what payouts may spend where all entries take too long', async () => {
    expect((await read('/lists/balances')).text).toMatch(/Together[\s\S]*EUR[\s\S]*One by one/);
    const held = await books.hold('lock table ledger_entries in access exclusive mode', []);
    try {
      const { status, text } = await read('/lists/balances');
      expect(status).toBe(200);
      expect(text).toContain('npm run ledger:balances');
      expect(text).toContain('demo');
    } finally {
      await held.commit();
    }
  });
});
