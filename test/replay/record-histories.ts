import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { paymentFlowId } from '#contracts/payment-flow';
import { createCustomer } from '../../apps/merchant/src/customer.js';
import { cardBody, idealBody, pixBody } from '../support/bodies.js';
import { createMerchant, type Merchant } from '../support/merchant.js';
import type { SharedStack } from '../support/stack.js';

/** Drives one payment of each kind through the stack and returns the histories of their closed flows, by name. */
export async function recordHistories(stack: SharedStack): Promise<ReadonlyMap<string, RecordedHistory>> {
  const merchant = createMerchant(stack.urls.api);
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const { workflow } = new Client({ connection });
  const record = async ([name, pay]: (typeof kinds)[number]) => {
    const reference = await pay(merchant, stack.urls.sandbox);
    const { identifier } = await merchant.untilFinal(reference);
    const flow = workflow.getHandle(paymentFlowId(String(identifier)));
    await flow.result();
    const history: unknown = JSON.parse(historyToJSON(await flow.fetchHistory()));
    return [name, withoutPlace(history) as RecordedHistory] as const;
  };
  const histories = await Promise.all(kinds.map(record));
  await connection.close();
  return new Map(histories);
}

/** The JSON form of a history; only its events are looked at here. */
export type RecordedHistory = { readonly events: readonly { readonly eventType: string }[] };

type Pay = (merchant: Merchant, sandboxUrl: string) => Promise<string>;

/** Pays one of each kind and returns its reference. */
const kinds: readonly (readonly [string, Pay])[] = [
  ['h2h-success', (merchant) => create(merchant, idealBody({ sandbox: 'success' }))],
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
];

async function create(merchant: Merchant, body: { readonly reference: string }): Promise<string> {
  await merchant.post('/v2/payment', body);
  return body.reference;
}

async function createOnPage(merchant: Merchant, action: 'pay' | 'cancel'): Promise<string> {
  const body = pixBody({ sandbox: 'success' });
  const created = await merchant.post('/v2/payment', body);
  const customer = createCustomer();
  await customer.submit(await customer.open(String(created.body['redirect_url'])), action);
  return body.reference;
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
