import { afterAll, describe, expect, it } from 'vitest';
import { closeReview, deliverNow, lookUpNow, resolve, type Resolution } from '#contracts/operator-updates';
import {
  cancelPayment,
  cancelPayout,
  workflowIdOf,
  paymentWorkflowId,
  type TransactionWorkflowInput,
} from '#contracts/transaction-workflow';
import { redeliveryWorkflowType } from '#contracts/follow-up-workflows';
import { transactionsQueue } from '#contracts/task-queues';
import { idealBody } from '../fakes/bodies.js';
import { openBooks } from '../witnesses/books.js';
import { pageOf } from '../witnesses/page-of.js';
import { openEndpoint } from '../fakes/endpoint.js';
import { createMerchant } from '../fakes/merchant.js';
import { choicePayout } from '../fakes/payout-bodies.js';
import { sharedStack } from '../stack/stack.js';
import { refusalOf } from '../witnesses/refusal-of.js';
import { connectTemporal } from '../stack/temporal.js';

/**
 * Goal: operations can do their work from the Temporal UI alone (contract §9). Method: the same updates and queries that
 * the UI sends, against payments that need a person.
 */
const { urls } = sharedStack;
const merchant = createMerchant(urls.api);
const books = openBooks(sharedStack.databaseUrl);
afterAll(() => books.close());
const temporal = await connectTemporal();

const seen: Resolution = {
  status: 'success',
  operator: 'eve',
  reason: 'the bank confirmed it',
  evidence: 'statement line 7',
};

async function create(body: ReturnType<typeof idealBody>) {
  const answer = await merchant.post('/v2/payment', body);
  const identifier = String(answer.body['identifier']);
  return { identifier, handle: temporal.workflow.getHandle(paymentWorkflowId(identifier)) };
}

async function countReviews(reference: string): Promise<number> {
  const { count } = await temporal.workflow.count(`NeedsReview = true and Reference = '${reference}'`);
  return count;
}

async function reviewOf(identifier: string) {
  const review = temporal.workflow.getHandle(`review/${identifier}`);
  await expect
    .poll(() =>
      review.describe().then(
        ({ status }) => status.name,
        () => 'none',
      ),
    )
    .toBe('RUNNING');
  return review;
}

describe('a payment paid with another amount', () => {
  it('stays open, is listed for review, and is resolved by a person, never against the evidence', async () => {
    const body = idealBody({ sandbox: 'wrong_amount' });
    const { identifier, handle } = await create(body);
    const review = await reviewOf(identifier);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body).toMatchObject({ status: 'created' });

    expect(await pageOf(review)).toContain(`(asked for: 10.1 EUR), for ${identifier}-1`);
    expect(await pageOf(review)).toContain(`\`resolve\` the payment in workflow \`payment/${identifier}\``);
    const reported =
      'wrong amount: the provider says success of 110.1 EUR for attempt 1, asked for 10.1 EUR.';
    await expect.poll(() => pageOf(handle)).toMatch(/\*\*A person is needed\*\*: review \d+, wrong amount: /);
    expect(await pageOf(handle)).toContain(`${reported} Next: settle it with the provider, \`resolve\` the`);
    expect(await pageOf(handle)).not.toMatch(/can pay until|Waiting for the provider's callback/);
    expect(await (await handle.describe()).staticSummary()).toMatch(/^ideal 10\.1 EUR, demo, /);
    expect(await (await review.describe()).staticSummary()).toMatch(/^review of ideal 10\.1 EUR, demo, /);
    await expect.poll(() => countReviews(body.reference)).toBe(1);

    const declined = { ...seen, status: 'declined' } as const;
    expect(await refusalOf(handle.executeUpdate(resolve, { args: [declined] }))).toContain(
      'has said success',
    );
    const nameless = { ...seen, operator: ' ', evidence: '' };
    expect(await refusalOf(handle.executeUpdate(resolve, { args: [nameless] }))).toBe(
      'Required: operator, evidence.',
    );
    const { next } = await handle.executeUpdate(resolve, { args: [seen] });
    expect(next).toMatch(/^Still open: review \d+, wrong amount\. Close it in workflow review\/.{36}\.$/);
    await expect.poll(() => pageOf(review)).toContain('recorded as **success**');
    const record = await merchant.untilFinal(body.reference);
    expect(record).toMatchObject({ status: 'success' });
    expect(record['history']).toContainEqual(
      expect.objectContaining({ status: 'success', source: 'operator' }),
    );

    const closing = { operator: 'eve', reason: 'resolved' };
    expect(
      await refusalOf(review.executeUpdate(closeReview, { args: [{ ...closing, reason: '' }] })),
    ).toContain('reason');
    expect(await review.executeUpdate(closeReview, { args: [closing] })).toBe('Closed.');
    await review.result();
    await expect.poll(() => countReviews(body.reference)).toBe(0);
    await handle.result();
    expect(await pageOf(handle)).toMatch(
      /^\*\*success\*\*.*\n\n\*\*Still open when this workflow ended\*\*: review \d+, wrong amount/,
    );
  });

  it('is resolved, and its review closed, in one update if the operator wants that', async () => {
    const body = idealBody({ sandbox: 'wrong_amount' });
    const { identifier, handle } = await create(body);
    const review = await reviewOf(identifier);
    await expect.poll(() => pageOf(handle)).toContain('A person is needed');
    const { next } = await handle.executeUpdate(resolve, { args: [{ ...seen, closeReview: true }] });
    expect(next).toMatch(/^Closed: review \d+\.$/);
    await review.result();
    await expect.poll(() => countReviews(body.reference)).toBe(0);
    const [closed] = await books.rows(
      'select closed_by, closing_reason, adjustment from reviews where identifier = $1',
      identifier,
    );
    expect(closed).toEqual({ closed_by: 'eve', closing_reason: seen.reason, adjustment: null });
    await handle.result();
    expect(await pageOf(handle)).not.toContain('Still open when');
  });

  it('is not forgotten when its review is closed first', async () => {
    const body = idealBody({ sandbox: 'wrong_amount' });
    const { identifier, handle } = await create(body);
    const review = await reviewOf(identifier);
    const args: [{ operator: string; reason: string }] = [{ operator: 'eve', reason: 'settled' }];
    expect(await review.executeUpdate(closeReview, { args })).toBe(
      `Closed. The payment itself is still created: \`resolve\` the payment in workflow payment/${identifier}.`,
    );
    await expect.poll(() => pageOf(handle)).toContain('A review of it was closed; the payment is still open');
    expect(await handle.executeUpdate(resolve, { args: [seen] })).not.toHaveProperty('next');
  });
});

describe('late evidence', () => {
  it('that contradicts a final payment is raised as a review of its own and changes nothing', async () => {
    const body = idealBody({ sandbox: 'contradictory_callback' });
    const { identifier } = await create(body);
    await merchant.untilFinal(body.reference);
    const review = await reviewOf(identifier);
    expect((await merchant.get(`/v2/payment/${body.reference}`)).body).toMatchObject({ status: 'success' });
    await review.executeUpdate(closeReview, { args: [{ operator: 'eve', reason: 'the bank was wrong' }] });
  });
});

describe('a workflow that was started anew and waits before its first step', () => {
  /** As recovery starts what has been lost and merely waits. */
  async function startAnew(type: 'payment' | 'payout', identifier: string, phase: 'waiting' | 'unready') {
    const handle = temporal.workflow.getHandle(workflowIdOf(type, identifier));
    const { raw } = await handle.describe();
    const { events } = await handle.fetchHistory();
    const [input] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    const told = JSON.parse(Buffer.from(input?.data ?? '{}').toString()) as TransactionWorkflowInput;
    const known = { phase, status: 'created', until: new Date().toISOString(), lookUpDueInMs: 1 } as const;
    // Else recovery may be the one that starts it.
    await books.rows(
      `update recoveries set due_at = now() + interval '1 hour' where identifier = $1`,
      identifier,
    );
    await handle.terminate('lost');
    await temporal.workflow.start(raw.workflowExecutionInfo?.type?.name ?? '', {
      workflowId: handle.workflowId,
      taskQueue: transactionsQueue,
      args: [{ ...told, ...(phase === 'waiting' && { known }) }],
      startDelay: '1 hour',
    });
    return handle;
  }

  it('hears operators at once', async () => {
    const { identifier } = await create(idealBody());
    const handle = await startAnew('payment', identifier, 'waiting');
    expect(await handle.executeUpdate(lookUpNow)).toMatchObject({ phase: 'waiting', status: 'created' });
  });

  it('hears that a payout is cancelled, and refuses what does not fit it', async () => {
    const { identifier } = (await merchant.post('/v2/payout', choicePayout())).body;
    const handle = await startAnew('payout', String(identifier), 'unready');
    expect(await refusalOf(handle.executeUpdate(lookUpNow))).toBe(
      'There is nothing to look up: only a transaction that is open at the provider can be.',
    );
    expect(await handle.executeUpdate(cancelPayout)).toMatchObject({ phase: 'final', status: 'declined' });
  });
});

describe('an open payment', () => {
  it('says in its Call Stack where it waits', async () => {
    const { handle } = await create(idealBody());
    const stack = await handle.query<string>('__stack_trace');
    expect(stack).toMatch(/^ +at (async )?whileOpen \(.*transaction-workflow\.ts:\d+:\d+\)$/m);
  });

  it('is looked up at once, and cancelled when the provider confirms it', async () => {
    const body = idealBody();
    const { handle } = await create(body);
    expect(await handle.executeUpdate(lookUpNow)).toMatchObject({ phase: 'waiting', status: 'created' });
    expect(await handle.executeUpdate(cancelPayment)).toMatchObject({ phase: 'final', status: 'declined' });
    expect(await merchant.untilFinal(body.reference)).toMatchObject({
      status: 'declined',
      error_code: 121,
      error_description: 'Payment transaction was cancelled',
    });
  });

  it('that is over has nothing to look up, resolve or deliver', async () => {
    const body = idealBody(
      { sandbox: 'success' },
      { callback_url: `${urls.sandbox}/merchant/callbacks?answer=500&times=2` },
    );
    const { handle } = await create(body);
    await merchant.untilFinal(body.reference);
    expect(await refusalOf(handle.executeUpdate(lookUpNow))).toBe(
      'There is nothing to look up: only a transaction that is open at the provider can be.',
    );
    expect(await refusalOf(handle.executeUpdate(resolve, { args: [seen] }))).toContain(
      'Only a transaction that is open',
    );
  });
});

it('a payout that waits for its bank says which were offered', async () => {
  const { identifier } = (await merchant.post('/v2/payout', choicePayout())).body;
  const handle = temporal.workflow.getHandle(workflowIdOf('payout', String(identifier)));
  const [offered] = await books.rows(
    `select concat_ws(' ', banks->0->>'code', banks->0->>'name') as first from bank_code_challenges where identifier = $1`,
    String(identifier),
  );
  await expect.poll(() => pageOf(handle)).toContain(`Offered: ${String(offered?.['first'])}`);
  await handle.executeUpdate(cancelPayout);
});

describe('a callback that is not accepted', () => {
  it('is delivered at once when somebody asks, and once more when it is over', async () => {
    const never = `${urls.sandbox}/merchant/callbacks?answer=503&times=1`;
    const body = idealBody({ sandbox: 'success' }, { callback_url: never });
    const { identifier, handle } = await create(body);
    await merchant.untilFinal(body.reference);
    await handle.executeUpdate(deliverNow).catch(() => undefined);
    await handle.result();
    const told = () =>
      merchant.get(`/v2/payment/${body.reference}`).then(({ body: record }) => record['callback']);
    expect(await told()).toMatchObject({ state: 'delivered' });
    const { event_id: eventId, attempts } = (await told()) as { event_id: string; attempts: number };
    const outcome = await temporal.workflow.execute(redeliveryWorkflowType, {
      workflowId: `callback/${eventId}/1`,
      taskQueue: transactionsQueue,
      args: [{ identifier }],
    });
    expect(outcome).toBe('accepted it');
    expect(await told()).toMatchObject({ state: 'delivered', attempts: attempts + 1 });
  });

  it('says at the pending activity what came of the last attempt, and on its page that the merchant has it', async () => {
    const endpoint = await openEndpoint((_heard, soFar) =>
      soFar > 2 ? { status: 200 } : { status: 503, headers: { 'retry-after': '3600' } },
    );
    const body = idealBody({ sandbox: 'success' }, { callback_url: endpoint.url });
    const { handle } = await create(body);
    const page = () => pageOf(handle);
    const pending = async () => {
      const [activity] = (await handle.describe()).raw.pendingActivities ?? [];
      return activity?.lastFailure?.message ?? '';
    };
    await expect
      .poll(pending)
      .toMatch(/^callback not delivered: attempt 1 got HTTP 503, next at \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await page()).toContain('Delivering the callback');
    expect(await handle.executeUpdate(deliverNow)).toBe(
      'The merchant did not accept it: attempt 2 got HTTP 503.',
    );
    expect(await handle.executeUpdate(deliverNow)).toBe('delivered');
    await handle.result();
    expect(await page()).toContain('The merchant has accepted the callback.');
    endpoint.close();
  });
});
