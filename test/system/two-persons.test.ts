import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approve, closeReview, resolve, type Resolution } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { idealBody } from '../fakes/bodies.js';
import { createMerchant } from '../fakes/merchant.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { payouts, pixPayout } from '../fakes/payout-bodies.js';
import { pageOf } from '../witnesses/page-of.js';
import { balanceOf, entriesOf, reviewsOf } from '../witnesses/payout-books.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: where `operations.four_eyes` holds, no money moves on one operator's word (docs/operations.md). Method: the updates
 * that the Temporal UI sends, on a system of its own whose configuration asks for it.
 */
let system: BreakableSystem;
let connection: Connection;
let temporal: Client;

beforeAll(async () => {
  system = await startBreakableSystem({
    settings: [[['operations', 'four_eyes'], true]],
  });
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await system.stop();
});

const word = { reason: 'the bank said so', evidence: 'ticket 7' };
const declinedBy = (operator: string): Resolution => ({ status: 'declined', operator, ...word });

const detailsOf = (workflowId: string) => pageOf(temporal.workflow.getHandle(workflowId));
const decisionsOf = async (identifier: string) =>
  (
    await system.books.rows(
      'select operator, decision from operator_decisions where identifier = $1 order by id',
      identifier,
    )
  ).map(({ operator, decision }) => `${String(operator)}: ${String(decision)}`);

/** A payout whose outcome is unknown. */
async function openUnknown() {
  const body = pixPayout({ sandbox: 'timeout_lost' });
  await system.merchant.post(payouts, body);
  const [row] = await until(
    () => system.books.rows('select identifier from transactions where reference = $1', body.reference),
    (rows) => rows.length === 1,
  );
  const identifier = String(row?.['identifier']);
  await until(
    () => system.books.rows('select answer from lookups where identifier = $1', identifier),
    (rows) => rows.length > 0,
  );
  const id = workflowIdOf('payout', identifier);
  const send = (resolution: Resolution) =>
    temporal.workflow.getHandle(id).executeUpdate(resolve, { args: [resolution] });
  const statusOf = async () => (await system.merchant.get(`${payouts}/${body.reference}`)).body['status'];
  return { body, identifier, id, send, statusOf };
}

describe('a payout that may have been sent', () => {
  it('is resolved when a second operator says the same, and shown as proposed until then', async () => {
    const before = await balanceOf(system.merchant, 'BRL');
    const { body, identifier, id, send, statusOf } = await openUnknown();
    expect((await send(declinedBy('eve'))).proposal).toContain('Proposed by eve');
    expect(await detailsOf(id)).toContain('**Proposed by eve**: declined. Reason: the bank said so.');
    expect((await send(declinedBy(' Eve'))).proposal).toContain('Another operator');
    expect(await statusOf()).toBe('pending');
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 10.5 BRL']);

    expect((await send(declinedBy('bob'))).proposal).toBeUndefined();
    expect(await system.merchant.untilFinal(body.reference, 'payout')).toMatchObject({ status: 'declined' });
    expect(await balanceOf(system.merchant, 'BRL')).toEqual(before);
    expect(await decisionsOf(identifier)).toEqual([
      'eve: proposed to resolve: declined',
      'bob: resolved: declined',
    ]);
  });

  it('is not resolved by one person in two ways of writing a name', async () => {
    const { identifier, send, statusOf } = await openUnknown();
    await send(declinedBy('alice'));
    for (const operator of ['ali\u200bce', 'ali\u00adce', 'ali\u2060ce', '\u0430lice'])
      await expect(send(declinedBy(operator))).rejects.toThrow();
    for (const operator of ['alice.', 'ALICE', 'a lice', 'ali-ce'])
      expect((await send(declinedBy(operator))).proposal).toContain('Another operator');
    expect(await decisionsOf(identifier)).toEqual(['alice: proposed to resolve: declined']);
    expect(await statusOf()).toBe('pending');
  });

  it('is not resolved by a consent to what was proposed more than a day ago', async () => {
    const { identifier, send, statusOf } = await openUnknown();
    await system.books.rows(
      `insert into operator_decisions (identifier, decision, operator, reason, evidence, decided_at)
       values ($1, 'proposed to resolve: declined', 'eve', 'x', 'x', now() - interval '24 hours 1 second')`,
      identifier,
    );
    expect((await send(declinedBy('bob'))).proposal).toContain('Proposed by bob');
    expect(await statusOf()).toBe('pending');
    expect((await send(declinedBy('eve'))).proposal).toBeUndefined();
  });

  it('is not resolved by two who say different things', async () => {
    const { identifier, id, send, statusOf } = await openUnknown();
    await send(declinedBy('eve'));
    expect((await send({ ...declinedBy('bob'), status: 'success' })).proposal).toContain('Proposed by bob');
    expect((await send(declinedBy('eve'))).proposal).toContain('Proposed by eve');
    expect(await detailsOf(id)).not.toContain('Proposed by bob');
    expect(await statusOf()).toBe('pending');
    expect(await entriesOf(system.books, identifier)).toEqual(['reserve 10.5 BRL']);
    await send(declinedBy('bob'));
    expect(await statusOf()).toBe('declined');
  });
});

describe('a refund', () => {
  /** A refund of a payment of its own, as the key's project has it made, and its workflow. */
  async function refunded(key: string | undefined, meta: Readonly<Record<string, unknown>>) {
    const by = createMerchant(system.stack.urls.api, key, { repeats: 0 });
    const body = refundBody(await paidPayment(by, { amount: 300 }), {}, meta);
    await refund(by, body);
    const { identifier } = (await by.get(`/v2/refund/${body.reference}`)).body;
    const handle = temporal.workflow.getHandle(workflowIdOf('refund', String(identifier)));
    const statusOf = async () => (await by.get(`/v2/refund/${body.reference}`)).body['status'];
    return { by, body, identifier: String(identifier), handle, statusOf };
  }

  it('that is held for a person is sent when a second operator approves it', async () => {
    const { by, body, identifier, handle, statusOf } = await refunded('mk_test_refund_held', {});
    const approvedBy = (operator: string) => handle.executeUpdate(approve, { args: [{ operator, ...word }] });
    await expect
      .poll(() => pageOf(handle))
      .toMatch(/Held before it was sent, .*Next: `approve` it, or end it/s);
    expect(await approvedBy('eve')).toContain('Proposed by eve');
    expect(await approvedBy('Eve')).toContain('Another operator');
    expect(await statusOf()).toBe('pending');
    expect(await system.observers.witness.charges(identifier)).toEqual([]);

    expect(await approvedBy('bob')).toBe('Approved.');
    expect(await by.untilFinal(body.reference, 'refund')).toMatchObject({ status: 'success' });
    await expect.poll(() => pageOf(handle)).toContain('refund above the limit of one person');
    expect(await pageOf(handle)).not.toContain('waits for a person');
    expect(await system.observers.witness.charges(identifier)).toHaveLength(1);
  });

  it('that may have been sent is resolved when a second operator says the same', async () => {
    const { handle, statusOf } = await refunded(undefined, { sandbox: 'timeout_lost' });
    const send = (operator: string) => handle.executeUpdate(resolve, { args: [declinedBy(operator)] });
    expect((await send('eve')).proposal).toContain('Proposed by eve');
    expect((await send('Eve')).proposal).toContain('Another operator');
    expect(await statusOf()).toBe('pending');
    expect((await send('bob')).proposal).toBeUndefined();
    expect(await statusOf()).toBe('declined');
  });
});

describe('a payment', () => {
  const paid = { ...declinedBy('eve'), status: 'success' } as const;

  async function openWrong() {
    const body = idealBody({ sandbox: 'wrong_amount' });
    const identifier = String((await system.merchant.post('/v2/payment', body)).body['identifier']);
    await until(
      () => reviewsOf(system.books, identifier),
      (reviews) => reviews.length > 0,
    );
    return { body, identifier, handle: temporal.workflow.getHandle(workflowIdOf('payment', identifier)) };
  }

  it('is resolved by one operator', async () => {
    const { body, handle } = await openWrong();
    await handle.executeUpdate(resolve, { args: [paid] });
    expect(await system.merchant.untilFinal(body.reference)).toMatchObject({ status: 'success' });
  });

  it('whose worker dies as it is resolved is resolved once, and the answer says what is left', async () => {
    const { body, identifier, handle } = await openWrong();
    const { worker } = system.stack.apps;
    await worker.restart({ CRASH_POINTS: 'after choice:1' });
    const resolving = handle.executeUpdate(resolve, { args: [paid] });
    await until(
      () => decisionsOf(identifier),
      (decisions) => decisions.length > 0,
    );
    await worker.restart({ CRASH_POINTS: '' });
    const answer = await resolving;
    expect(answer).toMatchObject({ phase: 'final', status: 'success' });
    expect(answer.next).toMatch(/^Still open: review \d+, wrong amount\./);
    expect(await decisionsOf(identifier)).toEqual(['eve: resolved: success']);
    await system.merchant.untilFinal(body.reference);
  });
});

describe('money that came back', () => {
  it('goes back to the merchant when a second operator says the same', async () => {
    const { identifier } = (
      await system.merchant.post(payouts, pixPayout({ sandbox: 'contradictory_callback' }))
    ).body;
    const id = `review/${String(identifier)}`;
    await until(
      () => detailsOf(id).catch(() => ''),
      (shown) => shown.includes('Review '),
    );
    const close = (operator: string, adjustment?: 'returned') =>
      temporal.workflow
        .getHandle(id)
        .executeUpdate(closeReview, { args: [{ operator, reason: word.reason, adjustment }] });

    expect(await close('eve', 'returned')).toContain('Proposed by eve');
    expect(await close('EVE', 'returned')).toContain('Another operator');
    await until(
      () => detailsOf(id),
      (shown) => shown.includes('**Proposed by eve**: returned'),
    );
    expect(await entriesOf(system.books, String(identifier))).toEqual([
      'reserve 10.5 BRL',
      'settle 10.5 BRL',
    ]);

    expect(await close('bob', 'returned')).toBe('Closed.');
    expect(await entriesOf(system.books, String(identifier))).toContain('adjust 10.5 BRL');
    expect(await decisionsOf(String(identifier))).toEqual([
      expect.stringMatching(/^eve: proposed to adjust: returned, by reviews \d+$/),
    ]);
  });

  it('a closing that moves nothing takes one operator', async () => {
    const { identifier } = (
      await system.merchant.post(payouts, pixPayout({ sandbox: 'contradictory_callback' }))
    ).body;
    const review = temporal.workflow.getHandle(`review/${String(identifier)}`);
    await until(
      () => detailsOf(review.workflowId).catch(() => ''),
      (shown) => shown.includes('Review '),
    );
    const args: [{ operator: string; reason: string }] = [{ operator: 'eve', reason: word.reason }];
    expect(await review.executeUpdate(closeReview, { args })).toBe('Closed.');
  });
});
