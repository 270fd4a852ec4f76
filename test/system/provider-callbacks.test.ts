import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { isSandboxCallbackSigned } from '#gateway/connectors/sandbox/sandbox-signature';
import { signMessage } from '../../apps/sandbox/src/signature.js';
import { cardBody, idealBody } from '../fakes/bodies.js';
import { openBooks, type Row } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { demo, others, notification, notify, second, type Told } from '../fakes/notification.js';
import { sharedStack } from '../stack/stack.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/** Goal: a provider's callback counts once it is verified, is kept once, and ends nothing twice (contract §7). */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const witness = createWitness(urls.sandbox);
const books = openBooks(databaseUrl);

afterAll(() => books.close());

const tell = (body: string, told?: Told) => notify(urls.api, body, told);

/** A payment that waits for its customer. */
async function openPayment() {
  const body = idealBody();
  const { body: created } = await merchant.post('/v2/payment', body);
  const identifier = String(created['identifier']);
  return { reference: body.reference, identifier, order: `${identifier}-1` };
}

function kept(eventId: string): Promise<readonly Row[]> {
  return books.rows('select * from provider_events where event_id = $1 order by received_at', eventId);
}

async function statusOf(reference: string): Promise<unknown> {
  return (await merchant.get(`/v2/payment/${reference}`)).body['status'];
}

describe.concurrent('a callback of a provider', () => {
  it('is signed as the connector verifies it', () => {
    const bytes = Buffer.from('{}');
    const header = signMessage(demo.secret, 'NOTIFICATION', bytes);
    expect(isSandboxCallbackSigned(bytes, header, demo.secret, new Date())).toBe(true);
  });

  it('ends the payment it speaks of', async () => {
    const { reference, order } = await openPayment();
    const told = notification(order, { state: 'REFUSED', reason: 'TEST', retry_elsewhere: false });
    expect(await tell(JSON.stringify(told))).toBe(200);
    expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'declined' });
    expect(await kept(told.notification)).toMatchObject([{ verdict: 'end', provider_reference: order }]);
  });

  it('that fails like many before it has to come later, and one with a right signature is still accepted', async () => {
    // A provider of its own: what fails is counted by provider.
    const provider = 'sandbox_payin_only';
    const tellForged = () =>
      tell(JSON.stringify(notification(`${randomUUID()}-1`)), { by: others, provider, signature: 'forged' });
    const statuses = await Promise.all(Array.from({ length: 250 }, tellForged));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(statuses.length - 50);
    const told = notification(`${randomUUID()}-1`);
    expect(await tell(JSON.stringify(told), { by: others, provider })).toBe(200);
    expect(await kept(told.notification)).toHaveLength(1);
  });

  it('of an unknown provider is 404', async () => {
    const { reference, order } = await openPayment();
    const told = notification(order);
    expect(await tell(JSON.stringify(told), { provider: 'nobody' })).toBe(404);
    expect(await tell(JSON.stringify(told), { provider: '__proto__' })).toBe(404);
    expect(await kept(told.notification)).toEqual([]);
    expect(await statusOf(reference)).toBe('created');
  });

  it.each<readonly [string, (bytes: Buffer) => Told]>([
    ['the wrong secret', (bytes) => ({ signature: signMessage('other', 'NOTIFICATION', bytes) })],
    ['another subject', (bytes) => ({ signature: signMessage(demo.secret, 'POST /charges', bytes) })],
    ['other bytes', () => ({ signature: signMessage(demo.secret, 'NOTIFICATION', Buffer.from('{}')) })],
    ['no signature', () => ({ signature: '' })],
    ['an unknown account', () => ({ by: { account: 'acct_nobody', secret: demo.secret } })],
    ["another account's name", () => ({ by: { account: second.account, secret: demo.secret } })],
    ['an old signature', (bytes) => ({ signature: outdated(bytes) })],
  ])('with %s is 401 and has no effect', async (_case, how) => {
    const { reference, order } = await openPayment();
    const told = notification(order);
    const body = JSON.stringify(told);
    expect(await tell(body, how(Buffer.from(body)))).toBe(401);
    expect(await kept(told.notification)).toEqual([]);
    expect(await statusOf(reference)).toBe('created');
  });

  function outdated(bytes: Buffer): string {
    const [, signature] = signMessage(demo.secret, 'NOTIFICATION', bytes).split(',');
    return `t=${Math.floor(Date.now() / 1000) - 301},${signature}`;
  }

  it.each(['', 'null', '[]', '{', '{}', '"text"', '{"notification":"nt_1"}', '\u0000'])(
    'that cannot be read (%j) is refused',
    async (body) => {
      expect(await tell(body)).toBe(401);
    },
  );

  it('of an unknown payment is kept', async () => {
    const told = notification(`${randomUUID()}-1`);
    expect(await tell(JSON.stringify(told))).toBe(200);
    expect(await kept(told.notification)).toMatchObject([{ identifier: null, applied_at: null }]);
  });

  it('signed by another MID than the one that has the payment is kept and does nothing', async () => {
    const { reference, order } = await openPayment();
    const told = notification(order);
    expect(await tell(JSON.stringify(told), { by: second })).toBe(200);
    expect(await kept(told.notification)).toMatchObject([{ identifier: null }]);
    expect(await statusOf(reference)).toBe('created');
  });

  it('for an attempt that does not exist does nothing', async () => {
    const { reference, identifier } = await openPayment();
    expect(await tell(JSON.stringify(notification(`${identifier}-2`)))).toBe(200);
    expect(await statusOf(reference)).toBe('created');
  });

  it('repeated, also at the same time, is kept once and makes one event', async () => {
    const { reference, identifier, order } = await openPayment();
    const told = notification(order);
    const body = JSON.stringify(told);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => tell(body)));
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
    expect(await tell(body)).toBe(200);
    expect(await kept(told.notification)).toHaveLength(1);
    await witness.untilCallbacks(reference);
    expect(await books.rows('select from events where identifier = $1', identifier)).toHaveLength(1);
  });

  it('whose id another account has signed before, for anything, counts all the same', async () => {
    const { reference, identifier, order } = await openPayment();
    const told = notification(order);
    const before = notification(`${randomUUID()}-1`, { notification: told.notification });
    expect(await tell(JSON.stringify(before), { by: second })).toBe(200);
    expect(await tell(JSON.stringify(told), { by: second })).toBe(200);
    expect(await tell(JSON.stringify(told))).toBe(200);
    expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
    const rows = await kept(told.notification);
    expect(rows.map((row) => row['identifier'])).toEqual([null, null, identifier]);
  });

  it('with an id that was used for another outcome or another payment is a new event', async () => {
    const [one, other] = [await openPayment(), await openPayment()];
    const told = { ...notification(one.order), state: 'OPEN', captured_value: undefined };
    expect(await tell(JSON.stringify(told))).toBe(200);
    const ended = { ...told, state: 'CAPTURED', captured_value: '10.1' };
    expect(await tell(JSON.stringify(ended))).toBe(200);
    expect(await tell(JSON.stringify({ ...ended, order: other.order }))).toBe(200);
    expect(await tell(JSON.stringify(ended))).toBe(200);
    for (const { reference } of [one, other])
      expect(await merchant.untilFinal(reference)).toMatchObject({ status: 'success' });
    expect(await kept(told.notification)).toHaveLength(3);
  });

  it.each([
    ['the same end', {}, 'agrees', 0],
    ['another end', { state: 'REFUSED' }, 'review: contradicts the final state', 1],
    ['another amount', { captured_value: '10.2' }, 'review: wrong amount', 1],
  ])(
    'after the final state, with %s, is kept and changes nothing',
    async (_case, changes, verdict, reviews) => {
      const { reference, identifier, order } = await openPayment();
      await tell(JSON.stringify(notification(order)));
      await merchant.untilFinal(reference);
      await witness.untilCallbacks(reference);
      const late = notification(order, changes);
      expect(await tell(JSON.stringify(late))).toBe(200);
      const [row] = await until(
        () => kept(late.notification),
        ([one]) => one?.['applied_at'] instanceof Date,
      );
      expect(row).toMatchObject({ verdict, identifier });
      expect(await statusOf(reference)).toBe('success');
      expect(await books.rows('select from reviews where identifier = $1', identifier)).toHaveLength(reviews);
      expect(await books.rows('select from events where identifier = $1', identifier)).toHaveLength(1);
    },
  );

  it('that reports money on the route that had declined it, after the next was paid, is raised for review', async () => {
    const cascading = createMerchant(urls.api, 'mk_test_cascade_soft');
    const body = cardBody('4000000000009995');
    const { body: created } = await cascading.post('/v2/payment', body);
    const identifier = String(created['identifier']);
    expect(await cascading.untilFinal(body.reference)).toMatchObject({ status: 'success' });
    const money = { value: '25', captured_value: '25', instrument: 'CARD' };
    const late = notification(`${identifier}-1`, money);
    expect(await tell(JSON.stringify(late))).toBe(200);
    const [row] = await until(
      () => kept(late.notification),
      ([one]) => one?.['applied_at'] instanceof Date,
    );
    expect(row).toMatchObject({ verdict: 'review: other attempt', identifier });
  });

  it('kept after the end by a process that died before it signalled the workflow, is found by recovery', async () => {
    const { reference, identifier, order } = await openPayment();
    await tell(JSON.stringify(notification(order)));
    await merchant.untilFinal(reference);
    await witness.untilCallbacks(reference);
    const evidence = JSON.stringify({ providerReference: order, outcome: 'declined' });
    const lost = `nt_${randomUUID()}`;
    await books.rows(
      `insert into provider_events (id, provider, event_id, provider_reference, identifier, evidence, received_at)
       values ($1, 'sandbox', $2, $3, $4, $5, now() - interval '1 minute')`,
      randomUUID(),
      lost,
      order,
      identifier,
      evidence,
    );
    await until(
      () => kept(lost),
      ([row]) => row?.['verdict'] === 'review: contradicts the final state',
    );
    await until(
      () => books.rows('select from recoveries where identifier = $1', identifier),
      (rows) => rows.length === 0,
    );
  });

  it('with a word we do not know leaves the payment open', async () => {
    const { reference, order } = await openPayment();
    const told = notification(order, { state: 'SOMETHING_NEW' });
    expect(await tell(JSON.stringify(told))).toBe(200);
    const [row] = await until(
      () => kept(told.notification),
      ([one]) => one?.['applied_at'] instanceof Date,
    );
    expect(row?.['verdict']).toBe('open');
    expect(await statusOf(reference)).toBe('created');
  });
});
