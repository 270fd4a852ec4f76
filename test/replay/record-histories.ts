import { Client, Connection, type WorkflowClient } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { carryOver } from '#contracts/carry-over';
import { closeReview, resolve } from '#contracts/operator-updates';
import { workflowIdOf, paymentWorkflowId } from '#contracts/transaction-workflow';
import { redeliveryWorkflowType } from '#contracts/follow-up-workflows';
import { transactionsQueue } from '#contracts/task-queues';
import { createCustomer } from '../../tools/demo/customer.js';
import type { TransactionType } from '#domain/transaction/status';
import { approve } from '../fakes/approve.js';
import { cardBody, cardPageBody, enteredCard, idealBody, pixBody, withoutCard } from '../fakes/bodies.js';
import { createMerchant, newReference, type Merchant } from '../fakes/merchant.js';
import { paidPayment, refund, refundBody } from '../fakes/refunds.js';
import { createTransfer, transferAtProvider, transferOf, transferPath } from '../fakes/transfers.js';
import type { SharedStack } from '../stack/lane-stacks.js';
import { pageOf } from '../witnesses/page-of.js';
import { until } from '../witnesses/until.js';

/** Drives one transaction of each kind through the stack and returns the histories of their closed workflows, by name. */
export async function recordHistories(stack: SharedStack): Promise<ReadonlyMap<string, RecordedHistory>> {
  const merchant = createMerchant(stack.urls.api);
  const hurried = createMerchant(stack.urls.api, 'mk_test_window');
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const { workflow } = new Client({ connection });
  const fetchEnded = async (by: Merchant, type: TransactionType, reference: string) => {
    const { identifier } = await by.untilFinal(reference, type);
    return fetchHistory(workflow, workflowIdOf(type, String(identifier)));
  };
  const histories = new Map<string, RecordedHistory>();
  // It takes a while, and nothing happens to it meanwhile.
  const neverChosen = await payOut(hurried, bankChoice(soon));
  // One after another: none is slowed down by the others, so none takes steps that it need not.
  for (const [name, pay] of kinds) {
    const reference = await pay(merchant, stack.urls.sandbox);
    histories.set(name, await fetchEnded(merchant, 'payment', reference));
  }
  for (const [name, pay] of payoutKinds) {
    histories.set(name, await fetchEnded(merchant, 'payout', await pay(merchant)));
  }
  for (const [name, meta] of refundKinds) {
    const body = refundBody(await paidPayment(merchant), {}, meta);
    await refund(merchant, body);
    histories.set(name, await fetchEnded(merchant, 'refund', body.reference));
  }
  const held = createMerchant(stack.urls.api, 'mk_test_refund_held');
  histories.set('refund-cancelled-by-merchant', await fetchEnded(held, 'refund', await cancelHeld(held)));
  for (const [name, workflowId] of await letOperatorsWork(workflow, merchant)) {
    histories.set(name, await fetchHistory(workflow, workflowId));
  }
  histories.set(
    'transfer-passed-on',
    await fetchHistory(workflow, await passTransferOn(merchant, stack.urls.sandbox)),
  );
  histories.set('carried-over', await carriedOver(workflow, merchant));
  histories.set('payout-bank-never-chosen', await fetchEnded(hurried, 'payout', neverChosen));
  await connection.close();
  return histories;
}

/** The JSON form of a history; only its events are looked at here. */
export type RecordedHistory = { readonly events: readonly { readonly eventType: string }[] };

type Pay = (merchant: Merchant, sandboxUrl: string) => Promise<string>;

/** Before the first look-up is due. */
export const soon = { sandbox: 'success', sandbox_delay_ms: 50 };

/** Pays one of each kind and returns its reference. */
const kinds: readonly (readonly [string, Pay])[] = [
  ['h2h-success', (merchant) => create(merchant, idealBody(soon))],
  ['h2h-declined-at-once', (merchant) => create(merchant, cardBody('4000000000009995'))],
  ['h2h-never-sent', (merchant) => create(merchant, idealBody({ sandbox: 'refused' }))],
  ['h2h-accepted-then-looked-up', (merchant) => create(merchant, idealBody({ sandbox: 'no_callback' }))],
  ['h2h-unknown-then-success', (merchant) => create(merchant, idealBody({ sandbox: 'timeout_success' }))],
  ['h2h-unknown-then-not-found', (merchant) => create(merchant, idealBody({ sandbox: 'timeout_lost' }))],
  [
    'h2h-contradicted-while-delivering',
    (merchant, sandboxUrl) => {
      const callback_url = `${sandboxUrl}/merchant/callbacks?answer=500&times=2`;
      return create(merchant, idealBody({ sandbox: 'contradictory_callback' }, { callback_url }));
    },
  ],
  ['hpp-success', (merchant) => createOnPage(merchant, 'pay')],
  ['hpp-cancelled', (merchant) => createOnPage(merchant, 'cancel')],
  ['hpp-card-form', (merchant) => enterCard(merchant, cardPageBody(soon))],
  ['h2h-card-form', (merchant) => enterCard(merchant, withoutCard(cardBody('', soon)))],
];

/** Pays out one of each kind and returns its reference. */
const payoutKinds: readonly (readonly [string, (merchant: Merchant) => Promise<string>])[] = [
  ['payout-success', (merchant) => payOut(merchant, pixPayout(soon))],
  ['payout-declined', (merchant) => payOut(merchant, pixPayout({ ...soon, sandbox: 'decline' }))],
  ['payout-unknown-then-success', (merchant) => payOut(merchant, pixPayout({ sandbox: 'timeout_success' }))],
  [
    'payout-bank-chosen',
    async (merchant) => {
      const reference = await payOut(merchant, bankChoice(soon));
      // Several at once, with another bank among them: the first to be recorded wins.
      await Promise.all(
        ['058', '044', '058', '011'].map((bank_code) =>
          merchant.post('/v2/payout/challenge/bank-code', { reference, bank_code }),
        ),
      );
      return reference;
    },
  ],
];

/** The sandbox's scenario of a refund of each kind. */
const refundKinds: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['refund-success', soon],
  ['refund-declined', { ...soon, sandbox: 'decline' }],
  ['refund-unknown-then-success', { sandbox: 'timeout_success' }],
];

/** A refund that waits for a person, and is cancelled; its reference. */
async function cancelHeld(merchant: Merchant): Promise<string> {
  const body = refundBody(await paidPayment(merchant, { amount: 300 }));
  await refund(merchant, body);
  await merchant.postRaw(`/v2/refund/${body.reference}/cancel`, '');
  return body.reference;
}

type Meta = Parameters<typeof pixBody>[0];
type Body = Readonly<Record<string, unknown>> & { readonly reference: string };

function pixPayout(meta: Meta): Body {
  return {
    method: 'pix',
    reference: newReference(),
    currency: 'BRL',
    amount: 40.5,
    customer: { identifier: 'c-4', first_name: 'Joao', last_name: 'Silva' },
    pix: { name: 'Joao Silva', account: '52998224725', account_type: 'CPF' },
    extra: { meta },
  };
}

/** Without a bank: several are offered. */
export function bankChoice(meta: Meta): Body {
  return {
    method: 'bank_transfer_africa',
    reference: newReference(),
    currency: 'NGN',
    amount: 1000,
    customer: { identifier: 'c-6', first_name: 'Ada', last_name: 'Obi' },
    bank_transfer_africa: { account_number: '0123456789' },
    extra: { meta },
  };
}

async function payOut(merchant: Merchant, body: Body): Promise<string> {
  await merchant.post('/v2/payout', body);
  return body.reference;
}

async function create(merchant: Merchant, body: { readonly reference: string }): Promise<string> {
  await merchant.post('/v2/payment', body);
  return body.reference;
}

async function createOnPage(merchant: Merchant, action: 'pay' | 'cancel'): Promise<string> {
  const body = pixBody(soon);
  const created = await merchant.post('/v2/payment', body);
  const customer = createCustomer();
  await customer.submit(await customer.open(String(created.body['redirect_url'])), action);
  return body.reference;
}

/** The customer's card is entered on our form; the sandbox plays what comes after. */
async function enterCard(merchant: Merchant, body: Body): Promise<string> {
  const { body: created } = await merchant.post('/v2/payment', body);
  const challenge = created['challenge'] as
    { readonly challenge_redirect: { readonly url: string } } | undefined;
  const customer = createCustomer();
  const form = await customer.open(challenge?.challenge_redirect.url ?? String(created['redirect_url']));
  await customer.submit(form, 'pay', enteredCard('4242424242424242'));
  return body.reference;
}

/**
 * A payment that a person resolves, its review, and its callback sent once more; and one whose review is closed in the same
 * update: the workflow of each, by name.
 */
async function letOperatorsWork(
  workflow: WorkflowClient,
  merchant: Merchant,
): Promise<readonly (readonly [string, string])[]> {
  const by = { operator: 'eve', reason: 'the bank confirmed it' };
  const resolution = { ...by, status: 'success', evidence: 'statement line 7' } as const;
  const resolveOne = async (closing: { readonly closeReview?: true }) => {
    const body = idealBody({ sandbox: 'wrong_amount' });
    const created = await merchant.post('/v2/payment', body);
    const identifier = String(created.body['identifier']);
    const payment = workflow.getHandle(paymentWorkflowId(identifier));
    await until(
      () => pageOf(payment),
      (page) => page.includes('A person is needed'),
    );
    await payment.executeUpdate(resolve, { args: [{ ...resolution, ...closing }] });
    return { body, identifier, payment };
  };
  const { body, identifier, payment } = await resolveOne({});
  const review = workflow.getHandle(`review/${identifier}`);
  await review.executeUpdate(closeReview, { args: [by] });
  await merchant.untilFinal(body.reference);
  await payment.result();
  const redelivery = `callback/${identifier}/1`;
  const start = { workflowId: redelivery, taskQueue: transactionsQueue, args: [{ identifier }] };
  await workflow.execute(redeliveryWorkflowType, start);
  const { payment: both } = await resolveOne({ closeReview: true });
  return [
    ['h2h-resolved', payment.workflowId],
    ['review-closed', review.workflowId],
    ['redelivered', redelivery],
    ['h2h-resolved-and-closed', both.workflowId],
  ];
}

/** Transfer details that the provider takes: the workflow that passes them on. */
async function passTransferOn(merchant: Merchant, sandboxUrl: string): Promise<string> {
  const { reference, identifier } = await createTransfer(merchant);
  await merchant.post(transferPath, transferOf(reference));
  await until(
    () => transferAtProvider(sandboxUrl, identifier),
    (transfer) => transfer !== undefined,
  );
  return `transfer/${identifier}`;
}

/** The history of a workflow once it is over. */
export async function fetchHistory(workflow: WorkflowClient, workflowId: string): Promise<RecordedHistory> {
  await workflow.getHandle(workflowId).result();
  return readHistory(workflow, workflowId);
}

/** The history of a workflow so far, by default of its newest run. */
export async function readHistory(
  workflow: WorkflowClient,
  workflowId: string,
  runId?: string,
): Promise<RecordedHistory> {
  const history = await workflow.getHandle(workflowId, runId).fetchHistory();
  return withoutPlace(JSON.parse(historyToJSON(history))) as RecordedHistory;
}

/** Has a payment carried over, as a release does, and then paid; the history of its first run. */
async function carriedOver(workflow: WorkflowClient, merchant: Merchant): Promise<RecordedHistory> {
  const body = idealBody();
  const created = await merchant.post('/v2/payment', body);
  const workflowId = paymentWorkflowId(String(created.body['identifier']));
  const handle = workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  await handle.signal(carryOver);
  await until(
    () => handle.describe(),
    (now) => now.runId !== runId,
  );
  await approve(created);
  await merchant.untilFinal(body.reference);
  return readHistory(workflow, workflowId, runId);
}

/** A history without the names of the machine and folder that it was recorded on. */
function withoutPlace(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(withoutPlace);
  if (typeof tree === 'string') return tree.replace(processAtHost, 'recorded');
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const isOfPlace = key === 'identity' || key === 'stackTrace';
      return [key, isOfPlace ? 'recorded' : withoutPlace(value)];
    }),
  );
}

/** How Temporal names a worker and its own queue. */
const processAtHost = /^\d+@\S+/;
