import { inLanes } from '../../tools/demo/in-lanes.js';
import { approve } from '../fakes/approve.js';
import { cardPageBody, idealBody, pixBody } from '../fakes/bodies.js';
import { choicePayout, pixPayout } from '../fakes/payout-bodies.js';
import { patientKeyId } from './chaos-configuration.js';
import type { ChaosMerchant, Heard } from './chaos-merchant.js';
import type { ChaosStack } from './chaos-stack.js';
import { chooseBank } from './choose-bank.js';
import { postPage } from './drive-traffic.js';
import { describeAnswer, type Operation } from './operation-log.js';
import { canary, enteredCanary } from './traffic-bodies.js';

/** What a transaction waits for, and goes on waiting for until somebody does something. */
type State = keyof typeof states;

export type Open = {
  readonly state: State;
  readonly reference: string;
  readonly heard: Heard;
};

type Making = {
  readonly type: 'payment' | 'payout';
  readonly body: (deafUrl: string) => Readonly<Record<string, unknown>> & { readonly reference: string };
};

const paid = { sandbox: 'success' };

/** The bank, the provider's page, our page without and with a card, the merchant's endpoint, and a word that never comes. */
const states = {
  'bank to be chosen': { type: 'payout', body: () => choicePayout(paid, { customer: canaryCustomer }) },
  "customer at the provider's page": { type: 'payment', body: () => idealBody() },
  'customer at our page': { type: 'payment', body: () => pixBody(paid) },
  'customer at our card form': { type: 'payment', body: () => cardPageBody(paid) },
  'merchant to take its callback': {
    type: 'payment',
    body: (deafUrl) => idealBody(paid, { callback_url: deafUrl }),
  },
  'unknown outcome': { type: 'payout', body: () => pixPayout({ sandbox: 'timeout_lost' }) },
} as const satisfies Readonly<Record<string, Making>>;
const canaryCustomer = { identifier: 'c-8', ...canary.beneficiary };

/** The provider never learns of it: a person decides. */
export const lastsForEver: State = 'unknown outcome';

const stateNames = Object.keys(states) as State[];
const underWayMax = 12;
/** Longer than the deadline of the run's configuration. */
const answerLimitMs = 8_000;

/** Transactions of the patient merchant, the same number in each state; its endpoint never answers. */
export async function openInEachState(
  chaos: ChaosStack,
  merchant: ChaosMerchant,
  { count, operations }: { readonly count: number; readonly operations: Operation[] },
): Promise<readonly Open[]> {
  chaos.hung.change({ kind: 'blackHole' });
  const deafUrl = `http://localhost:${chaos.hung.port}/merchant/callbacks`;
  const wanted = Array.from({ length: count }, (_, index) => stateNames[index % stateNames.length]);
  return inLanes(wanted, underWayMax, async (state = lastsForEver) => {
    const { type, body: make } = states[state];
    const body = make(deafUrl);
    const { reference } = body;
    const subject = { keyId: patientKeyId, type, reference };
    const invokedAt = Date.now();
    const heard = await merchant.create(subject, JSON.stringify(body), answerLimitMs);
    const answer = describeAnswer(heard.answer);
    operations.push({ reference, kind: 'create', burst: 0, invokedAt, endedAt: Date.now(), answer });
    return { state, reference, heard };
  });
}

/** Everybody does what these were waiting for. The endpoint is well again once somebody says so of the proxy before it. */
export async function endOpen(
  merchant: ChaosMerchant,
  open: readonly Open[],
  operations: Operation[],
): Promise<void> {
  await inLanes(open, underWayMax, async ({ state, reference, heard }) => {
    const { body = {} } = heard.answer ?? {};
    const pageUrl = String(body['redirect_url']);
    switch (state) {
      case 'bank to be chosen': {
        const subject = { keyId: patientKeyId, type: 'payout', reference } as const;
        operations.push(...(await chooseBank(merchant, subject, 'one')));
        return;
      }
      case "customer at the provider's page":
        return approve({ body });
      case 'customer at our page':
        return postPage(pageUrl, {});
      case 'customer at our card form':
        return postPage(pageUrl, enteredCanary);
      case 'merchant to take its callback':
      case 'unknown outcome':
        return;
    }
  });
}
