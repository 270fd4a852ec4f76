import { afterAll, describe, expect, it } from 'vitest';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { TransactionType } from '#domain/transaction/status';
import { createCustomer } from '../../tools/demo/customer.js';
import { approve } from '../fakes/approve.js';
import { idealBody, pixBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { createMerchant } from '../fakes/merchant.js';
import { choicePayout, confirmations, knownBank, payouts } from '../fakes/payout-bodies.js';
import { placeTimings, type TimingsPlace } from '../witnesses/place-timings.js';
import { proveEnd } from '../witnesses/prove-end.js';
import { sharedStack } from '../stack/stack.js';
import { connectTemporal } from '../stack/temporal.js';
import { until } from '../witnesses/until.js';
import { createWitness } from '../witnesses/witness.js';

/**
 * Goal: a transaction goes its way wherever its timings are kept: in its plan, as releases before this wrote them, or in a row
 * that it refers to (docs/decisions/0036).
 */
const { urls, databaseUrl } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(databaseUrl);
const observers = { merchant, witness: createWitness(urls.sandbox), books };
const temporal = await connectTemporal();
afterAll(() => books.close());

async function identifierOf(reference: string): Promise<string> {
  const [row] = await books.rows('select identifier from transactions where reference = $1', reference);
  return String(row?.['identifier']);
}

describe.each<TimingsPlace>(['in its plan', 'by their key'])('with its timings %s', (place) => {
  /** Moves its timings, loses its workflow, and waits until recovery has started another with the same input. */
  async function loseWorkflow(type: TransactionType, reference: string): Promise<void> {
    const identifier = await identifierOf(reference);
    const id = workflowIdOf(type, identifier);
    const first = await temporal.workflow.getHandle(id).describe();
    await placeTimings(books, `identifier = '${identifier}'`, place);
    await temporal.workflow.getHandle(id).terminate('lost');
    await books.rows('update recoveries set due_at = now() where identifier = $1', identifier);
    const again = await until(
      () => temporal.workflow.getHandle(id).describe(),
      ({ runId, status }) => runId !== first.runId && status.name === 'RUNNING',
    );
    expect(await timingsGiven(id, again.runId)).toEqual(await timingsGiven(id, first.runId));
  }

  it('a payment is shown, recovered and ended', async () => {
    const body = idealBody();
    const created = await merchant.post('/v2/payment', body);
    await loseWorkflow('payment', body.reference);
    expect((await merchant.post('/v2/payment', body)).body).toMatchObject({ error_code: 108 });
    const shown = await merchant.get(`/v2/payment/${encodeURIComponent(body.reference)}`);
    expect(shown.body).toMatchObject({ status: 'created' });
    await approve(created);
    await proveEnd(observers, body.reference, { status: 'success' });
  });

  it('a hosted page is posted, and its payment ended', async () => {
    const body = pixBody({ sandbox: 'success' });
    const { body: created } = await merchant.post('/v2/payment', body);
    await loseWorkflow('payment', body.reference);
    const customer = createCustomer();
    await customer.submit(await customer.open(String(created['redirect_url'])), 'pay');
    await proveEnd(observers, body.reference, { status: 'success' });
  });

  it('a payout gets its bank, and is ended', async () => {
    const body = choicePayout({ sandbox: 'success' });
    expect((await merchant.post(payouts, body)).status).toBe(200);
    await loseWorkflow('payout', body.reference);
    const choice = { reference: body.reference, bank_code: knownBank };
    expect((await merchant.post(confirmations, choice)).status).toBe(200);
    await proveEnd(observers, body.reference, { type: 'payout', status: 'success' });
  });
});

/** With which timings a run of a workflow was started. */
async function timingsGiven(workflowId: string, runId: string): Promise<unknown> {
  const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
  const data = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
  const { timing } = JSON.parse(Buffer.from(data ?? []).toString()) as { readonly timing: unknown };
  expect(timing).toMatchObject({ lookupMs: expect.arrayContaining([expect.any(Number)]) });
  return timing;
}
