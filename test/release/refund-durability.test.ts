import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolve } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { proveLedger } from '#persistence/ledger/prove-ledger';
import type { CrashPoint } from '#runtime/crash-point';
import type { Answer } from '../fakes/merchant.js';
import { paidPayment, refund, refundBody, type RefundBody } from '../fakes/refunds.js';
import { startBreakableSystem, type BreakableSystem } from '../stack/breakable-system.js';
import { withoutCheckout } from '../stack/start-test-stack.js';
import { openDatabase } from '../witnesses/database.js';
import { until } from '../witnesses/until.js';

/**
 * Goal: whatever dies while many refund one payment, they never give back more than was paid, none is made twice, and together
 * they can give back exactly what was paid (contract §15.3). On a stack of its own, because it breaks it.
 */
const clients = 32;
const scenarios = ['success', 'no_callback', 'decline', 'success'];

let system: BreakableSystem;
let connection: Connection;
let temporal: Client;

beforeAll(async () => {
  system = await startBreakableSystem({ apps: withoutCheckout });
  connection = await Connection.connect({ address: system.stack.temporal.address });
  temporal = new Client({ connection });
});
afterAll(async () => {
  await connection.close();
  await system.stop();
});

type Payment = Awaited<ReturnType<typeof paidPayment>>;

/** Parts of 5 to 9 of 100: far more than fit. */
function partsOf(payment: Payment): readonly RefundBody[] {
  return Array.from({ length: clients }, (_, client) =>
    refundBody(payment, { amount: 5 + (client % 5) }, { sandbox: scenarios[client % scenarios.length] }),
  );
}

const sendAll = (bodies: readonly RefundBody[]) =>
  Promise.allSettled(bodies.map((body) => refund(system.merchant, body)));

/** As merchants repeat it: each is registered in the end, which a 504 may say as well, or told that it does not fit. */
async function repeatAll(bodies: readonly RefundBody[]): Promise<void> {
  // A connection to the process that died may be tried once more.
  const send = (body: RefundBody) => refund(system.merchant, body).catch(() => undefined);
  const isAnswered = (answer: Answer | undefined) =>
    answer?.status === 504
      ? answer.body['identifier'] !== undefined
      : answer !== undefined && answer.status !== 503;
  const answers = await Promise.all(bodies.map((body) => until(() => send(body), isAnswered)));
  for (const answer of answers) expect([0, 108, 121, 200, 1132]).toContain(answer?.body['error_code']);
}

const refundsOf = (payment: Payment) =>
  system.books.rows(
    `select identifier, status, amount::float8 as amount, exists (select from reviews
        where reviews.identifier = transactions.identifier and cause = 'not found at the provider') as asked
     from transactions where payment = $1`,
    payment['identifier'],
  );

/** Until every refund has ended, or is one of which its provider knows nothing; a person ends those, as they were never made. */
async function endAll(payment: Payment): Promise<void> {
  const rows = await until(
    () => refundsOf(payment),
    (all) => all.every(({ status, asked }) => status !== 'pending' || asked === true),
  );
  const word = { operator: 'eve', reason: 'the provider has none', evidence: 'its list' };
  for (const { identifier, status } of rows) {
    if (status !== 'pending') continue;
    const handle = temporal.workflow.getHandle(workflowIdOf('refund', String(identifier)));
    await handle.executeUpdate(resolve, { args: [{ status: 'declined', ...word }] });
  }
}

async function proveWhole(payment: Payment): Promise<void> {
  const path = `/v2/payment/${String(payment['reference'])}`;
  if ((await system.merchant.get(path)).body['refundable_amount'] !== '0.00') {
    const rest = refundBody(payment, {}, { sandbox: 'success' });
    await repeatAll([rest]);
    await system.merchant.untilFinal(rest.reference, 'refund');
  }
  expect((await system.merchant.get(path)).body).toMatchObject({
    status: 'success',
    refunded_amount: '100.00',
    refundable_amount: '0.00',
  });
  const rows = await refundsOf(payment);
  const made = rows.filter(({ status }) => status === 'success');
  expect(made.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(100);
  for (const { identifier, status } of rows) {
    const charges = await system.observers.witness.charges(String(identifier));
    const successes = charges.filter((charge) => charge.status === 'success');
    expect([identifier, successes.length]).toEqual([identifier, status === 'success' ? 1 : 0]);
  }
}

describe('many refunds of one payment', () => {
  it.each<readonly ['api' | 'worker', CrashPoint]>([
    ['api', 'after row'],
    ['api', 'after flow'],
    ['api', 'after inbox'],
    ['worker', 'before provider'],
    ['worker', 'after provider'],
    ['worker', 'after record'],
    ['worker', 'before apply'],
    ['worker', 'after apply'],
    ['worker', 'before look-up'],
    ['worker', 'after look-up'],
    ['worker', 'before delivery'],
    ['worker', 'after delivery'],
  ])('the %s dies %s', async (name, place) => {
    const payment = await paidPayment(system.merchant);
    const app = system.stack.apps[name];
    await app.restart({ CRASH_POINTS: `${place}:1` });
    const bodies = partsOf(payment);
    const sent = sendAll(bodies);
    await until(
      () => readFile(app.logFile, 'utf8'),
      (log) => log.includes(JSON.stringify({ crashPoint: place })),
    );
    await app.restart({ CRASH_POINTS: '' });
    await sent;
    await repeatAll(bodies);
    await endAll(payment);
    await proveWhole(payment);
  });

  it.each(['postgres', 'temporal'] as const)('%s is killed and comes back', async (name) => {
    const payment = await paidPayment(system.merchant);
    const bodies = partsOf(payment);
    const sent = sendAll(bodies);
    await until(
      () => refundsOf(payment),
      ({ length }) => length > 2,
    );
    await system.stack[name].kill();
    await system.stack[name].restart();
    await sent;
    await system.untilReady();
    await repeatAll(bodies);
    await endAll(payment);
    await proveWhole(payment);
  });

  it('leave books that agree', async () => {
    const database = await openDatabase(system.stack.postgres.url);
    expect(await proveLedger(database)).toMatchObject({ differences: [] });
    await database.destroy();
  });
});
