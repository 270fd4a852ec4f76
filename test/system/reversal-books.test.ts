import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedReversal, ReversalWay } from '#domain/refunds/reversal';
import { findBalances } from '#persistence/ledger/find-balances';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import { findRefundTraces } from '#persistence/refunds/find-charge';
import { recordReversals } from '#persistence/refunds/record-reversals';
import { closeReviews } from '#persistence/transactions/close-reviews';
import { registerEnded, registerRefund, toldOf, type Paid } from '../fakes/reversals.js';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';

/**
 * Goal: what happens to money after a success is recorded once, posted once, and leaves the books whole (contract §15.8).
 * Method: what a provider tells is recorded in Postgres as the worker does it, without a provider or a workflow.
 */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

const tell = async (paid: Paid, told: ReportedReversal, way: ReversalWay = 'report') => {
  const { identifier } = paid;
  const [judgement] = await recordReversals(database, { identifier, provider: 'sandbox', way, told: [told] });
  return judgement?.kind;
};

async function reversalsOf({ identifier }: Paid): Promise<readonly string[]> {
  const rows = await database.sql<{ said: string }[]>`
    select concat_ws(' ', kind, state, trim_scale(counted)) as said from reversals
    where identifier = ${identifier} order by id`;
  return rows.map(({ said }) => said);
}

async function entriesOf({ identifier }: Paid): Promise<readonly string[]> {
  const rows = await database.sql<{ said: string }[]>`
    select concat_ws(' ', kind, trim_scale(amount)) as said from ledger_entries
    where identifier = ${identifier} order by id`;
  return rows.map(({ said }) => said);
}

async function reviewsOf({ identifier }: Paid): Promise<readonly string[]> {
  const rows = await database.sql<{ cause: string }[]>`
    select cause from reviews where identifier = ${identifier} and closed_at is null order by id`;
  return rows.map(({ cause }) => cause);
}

async function eventsOf({ identifier }: Paid): Promise<number> {
  const rows = await database.sql`
    select from events where identifier = ${identifier} and reversal_id is not null`;
  return rows.length;
}

/** What went back of a payment: by refunds, in the panel, by chargebacks, in all of its billing amount. */
async function totalsOf({ identifier }: Paid): Promise<string | undefined> {
  const [row] = await database.sql<{ said: string }[]>`
    select concat_ws(' ', trim_scale(refunded), count, trim_scale(provider_refunded), trim_scale(charged_back),
      trim_scale(billed)) as said
    from refund_totals where payment = ${identifier}`;
  return row?.said;
}

const available = async ({ merchant }: Paid) => (await findBalances(database, merchant))[0]?.available;

const closing = ({ identifier }: Paid) => ({ identifier, operator: 'eve', reason: 'seen at the bank' });
const credit = (paid: Paid, amount?: string) =>
  closeReviews(database, { ...closing(paid), adjustment: 'returned', amount });

describe('a payment', () => {
  const paidInFull = async () =>
    registerEnded(database, 'payment', {
      merchant: await openMerchant(database, '0.01'),
      money: naira('100'),
    });

  it('that is charged back, won back and charged back again has one entry of each fact', async () => {
    const payment = await paidInFull();
    const lost = toldOf(payment, 'chargeback', { case: 'd-1', respondBy: '2026-02-07T12:00:00Z' });
    expect(await tell(payment, lost)).toBe('new');
    expect(await tell(payment, lost)).toBe('agrees');
    expect(await tell(payment, { ...lost, key: 'line 1' }, 'statement')).toBe('joined');
    expect(await totalsOf(payment)).toBe('0 0 0 100 100');
    await tell(payment, toldOf(payment, 'chargeback_won', { amount: '40' }));
    await tell(payment, toldOf(payment, 'chargeback_won', { amount: '60.01' }));
    await tell(payment, toldOf(payment, 'chargeback', { amount: '10' }));
    expect(await entriesOf(payment)).toEqual([
      'collect 100',
      'chargeback 100',
      'chargeback_won 40',
      'chargeback 10',
    ]);
    expect(await totalsOf(payment)).toBe('0 0 0 70 70');
    expect(await reviewsOf(payment)).toEqual(['more was won back than was charged back']);
    expect(await eventsOf(payment)).toBe(3);
  });

  it('is asked about by its bank, and nothing is posted', async () => {
    const payment = await paidInFull();
    await tell(payment, toldOf(payment, 'inquiry'));
    expect(await reversalsOf(payment)).toEqual(['inquiry recorded 0']);
    expect(await entriesOf(payment)).toEqual(['collect 100']);
    expect([await totalsOf(payment), await eventsOf(payment)]).toEqual([undefined, 1]);
  });

  it('of which more goes back than was paid is raised for review once', async () => {
    const payment = await paidInFull();
    await registerRefund(database, payment, '100', { status: 'success' });
    await tell(payment, toldOf(payment, 'chargeback'));
    await tell(payment, toldOf(payment, 'chargeback', { amount: '1' }));
    expect(await reviewsOf(payment)).toEqual(['more went back than was paid']);
    expect(await totalsOf(payment)).toBe('100 1 0 101 201');
  });

  it('is refunded in the panel beside a refund of ours that may be it, or surely is not', async () => {
    const payment = await paidInFull();
    const { identifier } = await registerRefund(database, payment, '30');
    const doubtful = toldOf(payment, 'provider_refund', { amount: '30' });
    const surely = toldOf(payment, 'provider_refund', { amount: '20' });
    await tell(payment, doubtful);
    await tell(payment, surely);
    // The list that ours is looked up by still has it, if it is the doubtful one.
    const refund = { identifier, payment: payment.identifier, settleMs: 0 };
    expect((await findRefundTraces(database, refund))?.knownIds).toEqual([surely.key]);
    expect(await reversalsOf(payment)).toEqual(['provider_refund recorded 0', 'provider_refund posted 20']);
    expect(await totalsOf(payment)).toBe('30 1 20 0 50');
    await database.query(
      `update attempts set provider_id = 'rf_1' where identifier in (select identifier from transactions where payment = $1)`,
      [payment.identifier],
    );
    expect(await tell(payment, doubtful)).toBe('joined');
    expect(await totalsOf(payment)).toBe('30 1 50 0 80');
    expect(await tell(payment, toldOf(payment, 'provider_refund', { amount: '30', key: 'rf_1' }))).toBe(
      'agrees',
    );
  });

  it('in another billing currency is moved by its own rate, to the last unit', async () => {
    const merchant = await openMerchant(database, '0.01');
    const billing = { amount: '10.00', currency: 'USD' };
    const payment = await registerEnded(database, 'payment', { merchant, money: naira('3'), billing });
    const parts = ['1', '1', '1'];
    for (const amount of parts) await tell(payment, toldOf(payment, 'chargeback', { amount }));
    expect(await entriesOf(payment)).toEqual([
      'collect 10',
      'chargeback 3.33',
      'chargeback 3.34',
      'chargeback 3.33',
    ]);
    for (const amount of parts) await tell(payment, toldOf(payment, 'chargeback_won', { amount }));
    expect(await totalsOf(payment)).toBe('0 0 0 0 0');
  });

  it('has one reversal of a fact that many tell at once', async () => {
    const payment = await paidInFull();
    const told = toldOf(payment, 'chargeback');
    await Promise.all(Array.from({ length: 20 }, () => tell(payment, told)));
    expect(await reversalsOf(payment)).toEqual(['chargeback posted 100']);
  });

  it('that was declined is charged back: a person is asked, and nothing is recorded', async () => {
    const merchant = await openMerchant(database, '0.01');
    const payment = await registerEnded(database, 'payment', { merchant, money: naira('100') }, 'declined');
    expect(await tell(payment, toldOf(payment, 'chargeback'))).toBe('review');
    expect(await reviewsOf(payment)).toEqual(['contradicts the final state']);
    expect(await reversalsOf(payment)).toEqual([]);
  });
});

describe('a payout', () => {
  const paidOut = async () =>
    registerEnded(database, 'payout', { merchant: await openMerchant(database, '100'), money: naira('100') });

  it('that comes back is credited when a person has closed its review, with all or a part', async () => {
    const whole = await paidOut();
    await tell(whole, toldOf(whole, 'returned'));
    expect([await available(whole), await eventsOf(whole)]).toEqual(['0.00', 0]);
    expect(await reviewsOf(whole)).toEqual(['money came back']);
    expect(await credit(whole)).toBe('closed');
    expect([await available(whole), await eventsOf(whole)]).toEqual(['100.00', 1]);
    expect(await credit(whole)).toBe('closed');
    expect(await entriesOf(whole)).toEqual(['reserve 100', 'settle 100', 'adjust 100']);

    const part = await paidOut();
    await tell(part, toldOf(part, 'returned'));
    expect(await credit(part, '100.01')).toBe('moreThanTold');
    expect(await credit(part, '0.001')).toBe('moreThanTold');
    expect(await credit(part, '40')).toBe('closed');
    expect(await reversalsOf(part)).toEqual(['returned posted 40']);
    expect(await available(part)).toBe('40.00');
  });

  it('that did not come back is dismissed, and told to nobody', async () => {
    const payout = await paidOut();
    await tell(payout, toldOf(payout, 'returned'));
    expect(await closeReviews(database, closing(payout))).toBe('closed');
    expect(await reversalsOf(payout)).toEqual(['returned dismissed 0']);
    expect([await available(payout), await eventsOf(payout)]).toEqual(['0.00', 0]);
  });

  it('comes back in parts, and never more than was paid out', async () => {
    const payout = await paidOut();
    for (const amount of ['60', '40']) await tell(payout, toldOf(payout, 'returned', { amount }));
    expect(await credit(payout, '60')).toBe('several');
    expect(await credit(payout)).toBe('closed');
    await tell(payout, toldOf(payout, 'returned', { amount: '1' }));
    expect(await reviewsOf(payout)).toEqual(['more came back than was paid out']);
    expect(await credit(payout)).toBe('postedBefore');
    expect(await available(payout)).toBe('100.00');
  });

  it('is credited without a person when report and statement name one amount', async () => {
    const agreed = await paidOut();
    const report = toldOf(agreed, 'returned');
    await tell(agreed, report);
    expect(await tell(agreed, { ...report, key: 'line 1' }, 'statement')).toBe('joined');
    expect([await available(agreed), await eventsOf(agreed)]).toEqual(['100.00', 1]);

    const disputed = await paidOut();
    await tell(disputed, toldOf(disputed, 'returned', { amount: '50' }));
    await tell(disputed, toldOf(disputed, 'returned', { amount: '40' }), 'statement');
    expect(await reviewsOf(disputed)).toEqual(['money came back', 'told with two amounts']);
    expect(await available(disputed)).toBe('0.00');
    expect(await closeReviews(database, closing(disputed))).toBe('closed');
  });
});

describe('a refund', () => {
  const refunded = async (from: 'collected' | 'available') => {
    const merchant = await openMerchant(database, '100');
    const payment = await registerEnded(database, 'payment', { merchant, money: naira('100') });
    const refund = await registerRefund(database, payment, '100', { from, status: 'success' });
    return { payment, refund };
  };

  it('that comes back frees its amount at once', async () => {
    const { payment, refund } = await refunded('collected');
    expect(await totalsOf(payment)).toBe('100 1 0 0 100');
    await tell(refund, toldOf(refund, 'returned', { amount: '40' }));
    expect(await totalsOf(payment)).toBe('60 1 0 0 60');
    await tell(refund, toldOf(refund, 'returned', { amount: '60' }));
    expect(await totalsOf(payment)).toBe('0 0 0 0 0');
    expect(await entriesOf(refund)).toEqual([
      'hold 100',
      'refund 100',
      'refund_returned 40',
      'refund_returned 60',
    ]);
    expect(await eventsOf(refund)).toBe(2);
    await registerRefund(database, payment, '100', { status: 'success' });
    await tell(refund, toldOf(refund, 'returned'));
    expect(await reviewsOf(refund)).toEqual(['more came back than was paid out']);
  });

  it('from the available balance can be refunded again at once, and is credited by a person', async () => {
    const { payment, refund } = await refunded('available');
    await tell(refund, toldOf(refund, 'returned'));
    expect([await totalsOf(payment), await available(refund)]).toEqual(['0 0 0 0 0', '0.00']);
    expect(await credit(refund)).toBe('closed');
    expect([await totalsOf(payment), await available(refund)]).toEqual(['0 0 0 0 0', '100.00']);
  });

  it('from the available balance that did not come back counts again, unless it was refunded again', async () => {
    const { payment, refund } = await refunded('available');
    await tell(refund, toldOf(refund, 'returned'));
    expect(await closeReviews(database, closing(refund))).toBe('closed');
    expect(await totalsOf(payment)).toBe('100 1 0 0 100');

    const other = await refunded('available');
    await tell(other.refund, toldOf(other.refund, 'returned'));
    await registerRefund(database, other.payment, '100');
    expect(await closeReviews(database, closing(other.refund))).toBe('refundedAgain');
    expect(await credit(other.refund)).toBe('closed');
  });
});

it('the books agree with all of it', async () => {
  expect(await proveLedger(database)).toMatchObject({ differencesCount: 0, differences: [] });
});
