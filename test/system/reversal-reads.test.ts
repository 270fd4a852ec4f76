import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFigures } from '#persistence/figures/read-figures';
import { findAftermath } from '#persistence/refunds/find-aftermath';
import { listReversals } from '#persistence/refunds/list-reversals';
import { recordReversals } from '#persistence/refunds/record-reversals';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { listTransactions } from '#persistence/transactions/list-transactions';
import { askAboutSuccesses } from '#persistence/transactions/suspicions';
import { registerEnded, registerRefund, toldOf, type Paid } from '../fakes/reversals.js';
import { sharedStack } from '../stack/stack.js';
import { openBooks } from '../witnesses/books.js';
import { ledgerDatabase, naira, openMerchant } from '../witnesses/ledger.js';

/** Goal: what Postgres is asked about reversals, it answers as they are recorded (contract §15.6, §15.8). */
const database = ledgerDatabase();

beforeAll(() => database.initialize());
afterAll(() => database.destroy());

const tell = ({ identifier }: Paid, ...told: Parameters<typeof recordReversals>[1]['told']) =>
  recordReversals(database, { identifier, provider: 'sandbox', way: 'report', told });

async function paid(): Promise<Paid> {
  return registerEnded(database, 'payment', {
    merchant: await openMerchant(database, '100'),
    money: naira('100'),
  });
}

async function aftermathOf({ identifier }: Paid) {
  const transaction = await findByIdentifier(database, identifier);
  if (!transaction) throw new Error('it is registered');
  return findAftermath(database, transaction);
}

it('a record has the refunds of its payment and its own reversals', async () => {
  const payment = await paid();
  const first = await registerRefund(database, payment, '30', { status: 'success' });
  await registerRefund(database, payment, '20');
  await tell(first, toldOf(first, 'returned', { amount: '10' }));
  await tell(payment, toldOf(payment, 'chargeback', { amount: '5', case: 'd-1', reason: 'fraud' }));
  const { shown, ...sums } = await aftermathOf(payment);
  expect(sums).toEqual({ gone: '45', count: 2, provider: 'sandbox', mid: 'main' });
  expect(shown).toMatchObject({
    wentBack: { refunded: '20.00', chargedBack: '5.00' },
    refunds: [
      { identifier: first.identifier, amount: '30', status: 'success', returned: '10.00' },
      { amount: '20', status: 'pending', returned: '0.00', finishedAt: undefined },
    ],
    reversals: [{ kind: 'chargeback', amount: '5', counted: '5', dispute: 'd-1', reason: 'fraud' }],
  });
  expect(shown.reversals[0]?.createdAt).toBeInstanceOf(Date);
  expect((await aftermathOf(first)).shown).toMatchObject({ reversals: [{ kind: 'returned', amount: '10' }] });
});

it('a payment that is never refunded has zeros', async () => {
  expect(await aftermathOf(await paid())).toMatchObject({
    shown: { reversals: [], refunds: [], wentBack: { refunded: '0.00', chargedBack: '0.00' } },
    gone: '0',
    count: 0,
  });
});

it('the list has the newest first, in pages that do not shift, and finds by kind, type and reference', async () => {
  const payment = await paid();
  const { merchant, identifier: reference } = payment;
  await tell(payment, ...['1', '2', '3'].map((amount) => toldOf(payment, 'chargeback', { amount })));
  const first = await listReversals(database, { merchant, limit: 2 });
  expect(first.reversals.map(({ amount }) => amount)).toEqual(['3', '2']);
  await tell(payment, toldOf(payment, 'inquiry'));
  const second = await listReversals(database, { merchant, limit: 2, after: first.nextAfter });
  expect(second).toMatchObject({ reversals: [{ amount: '1' }], nextAfter: undefined });
  const found = async (search: object) =>
    (await listReversals(database, { merchant, limit: 10, ...search })).reversals.length;
  expect(await found({ kinds: ['inquiry', 'returned'] })).toBe(1);
  expect(await found({ type: 'payment', reference })).toBe(4);
  expect(await found({ type: 'refund', reference })).toBe(0);
  expect(await found({ createdTo: new Date(0) })).toBe(0);
});

it('the refunds of a payment are found at once among many transactions that are newer', async () => {
  const payment = await paid();
  const { identifier: refund } = await registerRefund(database, payment, '30', { status: 'success' });
  const { merchant, identifier: paymentReference } = payment;
  const books = openBooks(sharedStack.databaseUrl);
  await books.inThePast(
    `insert into transactions (identifier, request_id, type, merchant, project, reference, method, style, currency, amount,
      status, status_source, plan, content_fingerprint, payable_until, created_at, finished_at)
    select id, id, 'payment', $1, 'demo', id::text, 'ideal', 'h2h', 'EUR', 1, 'declined', 'api', '{}', '', now(), now(), now()
    from (select gen_random_uuid() as id from generate_series(1, 5001)) as newer`,
    merchant,
  );
  const found = (search: object) =>
    listTransactions(database, { merchant, types: ['refund'], limit: 10, ...search });
  expect(await found({ paymentReference })).toMatchObject({
    transactions: [{ transaction: { identifier: refund } }],
    nextAfter: undefined,
  });
  expect(await found({ paymentReference: 'unknown' })).toEqual({ transactions: [], nextAfter: undefined });
  expect((await found({})).nextAfter).toBeDefined();
  // The books of all know nothing of them.
  await books.inThePast("delete from transactions where merchant = $1 and status = 'declined'", merchant);
  await books.close();
});

it('a refund is counted while it has no end, with the age of the oldest', async () => {
  const before = (await readFigures(database, [])).refunds;
  const payment = await paid();
  await registerRefund(database, payment, '30', { status: 'success' });
  await registerRefund(database, payment, '20');
  const after = (await readFigures(database, [])).refunds;
  expect(after.count).toBe(before.count + 1);
  expect(after.oldestSeconds).toBeGreaterThan(before.oldestSeconds);
});

it('a dispute is counted while its answer is due soon and it is not won', async () => {
  const due = async () => (await readFigures(database, [])).disputesDue;
  const payment = await paid();
  const before = await due();
  const respondBy = new Date(Date.now() + 3_600_000).toISOString();
  await tell(payment, toldOf(payment, 'chargeback', { case: 'd-1', respondBy }));
  await tell(payment, toldOf(payment, 'inquiry', { case: 'd-2', respondBy: 'soon' }));
  expect(await due()).toBe(before + 1);
  await tell(payment, toldOf(payment, 'chargeback_won', { case: 'd-1' }));
  expect(await due()).toBe(before);
});

it('an unsigned word about a success makes us ask its provider once more, after growing waits', async () => {
  const payment = await paid();
  const { identifier } = payment;
  const asked = async () => {
    const rows = await database.sql<{ step: number; words: number; seconds: number }[]>`
      select step, words, round(extract(epoch from due_at - now()))::integer as seconds
      from success_lookups where identifier = ${identifier}`;
    return rows[0];
  };
  await askAboutSuccesses(database, [identifier], [60_000]);
  const first = await asked();
  expect(first?.seconds).toBeGreaterThan(40);
  await askAboutSuccesses(database, [identifier], [60_000]);
  expect((await asked())?.words).toBe(0);
  const merchant = await openMerchant(database, '0.01');
  const wanted = { merchant, money: naira('100') };
  const declined = await registerEnded(database, 'payment', wanted, 'declined');
  await askAboutSuccesses(database, [declined.identifier], [60_000]);
  const none = await database.query('select from success_lookups where identifier = $1', [
    declined.identifier,
  ]);
  expect(none).toHaveLength(0);
});
