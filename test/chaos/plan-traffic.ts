import type { TransactionType } from '#domain/transaction/status';
import type { Random } from '../fakes/seeded-random.js';
import type { ChaosProvider } from './chaos-options.js';
import { manners, type Manner } from './manners.js';
import { withAftermath } from './plan-aftermath.js';
import {
  heldKeyId,
  listKeyId,
  planRefunds,
  type PlannedPart,
  type RefundablePayment,
} from './plan-refunds.js';
import { planStripePayment, refundableCards } from './stripe-traffic.js';
import { paymentBodies, payoutBodies, toldToPaystack, type Body, type Meta } from './traffic-bodies.js';

/**
 * How the merchant answers a bank-code challenge: with one bank; with two banks in calls at the same time; about when
 * the time for it ends; never.
 */
export type BankChoice = 'one' | 'parallel' | 'late' | 'never';

/** The outcome of an attempt there is never learned: a process that died before it wrote "not sent" leaves it unknown. */
export const closedProvider = 'sandbox_closed';

/** How long a run's configuration lets a merchant choose. */
export const chooseWithinMs = 12_000;

/** Whom and what a call of the merchant is about. */
export type Subject = {
  readonly keyId: string;
  readonly type: TransactionType;
  readonly reference: string;
};

export type PlannedTransaction = Subject & {
  readonly method: keyof typeof paymentBodies | keyof typeof payoutBodies | 'refund';
  readonly scenario: string;
  readonly manner: Manner;
  readonly atMs: number;
  readonly body: Body;
  /** The bank that the call names itself, in the provider's code. */
  readonly bankCode: string | undefined;
  /** Only where the call names none and is asked for one. */
  readonly choice: BankChoice | undefined;
  /** Of a refund. */
  readonly part?: PlannedPart;
};

/** Repeated by weight. `timeout_lost` ends a payment in `error` and a payout never. */
const everywhere = [
  ...Array.from({ length: 6 }, () => 'success'),
  'decline',
  'decline',
  'error',
  'expire',
  ...Array.from({ length: 4 }, () => 'at_once'),
  'reset',
  'http_500',
  'garbage',
  'no_callback',
  'no_callback',
  'early_callback',
  'duplicate_callback',
  'unsigned_callback',
  'timeout_success',
  'timeout_decline',
  'timeout_lost',
] as const;
/** `refused` was surely never sent. */
const scenarios = [...everywhere, 'refused'] as const;
/** Some requests arrive while they are looked up, others long after that: those must find a closed door. */
const paymentScenarios = [...scenarios, 'held_request', 'held_request'] as const;
const heldMs = [1_000, 8_000, 40_000] as const;
/** Where a project has a second route for cards, it is tried. */
const cardScenarios = [
  ...paymentScenarios,
  'soft_decline',
  'soft_decline',
  'soft_decline',
  'soft_decline',
] as const;
const payoutScenarios = [...scenarios, 'unsupported_bank'] as const;
const paymentMethods = [
  'ideal',
  'ideal',
  'ideal',
  'ussd',
  'ussd',
  'card',
  'cardPage',
  'cardPage',
  'pix',
  'pix',
] as const;
/** An African payout is one with its bank, or one that is asked for it. */
const payoutMethods = ['pixPayout', 'bolivia', 'africa', 'africa', 'africa'] as const;
/** Paystack's scenarios: none of our form and page, and its own words for a transfer. */
const paystackPayoutScenarios = [
  ...everywhere,
  'unsupported_bank',
  'rejected',
  'balance',
  'late_success',
  'late_reset',
] as const;
const shareOfPayouts = 1 / 3;
const shareWithBank = 1 / 3;
const banks = ['058', '044'] as const;
const choices = ['one', 'one', 'parallel', 'parallel', 'late', 'never'] as const;
const stubbornMerchant = 0.1;
/** The second one's preferred route for payments is a provider that does not listen; the third has two for cards. */
const keyIds = [
  ...Array.from({ length: 7 }, () => 'mk_test_demo'),
  'mk_test_cascade',
  'mk_test_cascade',
  'mk_test_cascade_soft',
] as const;
/** Where refunds run otherwise. */
const refundKeyIds = [listKeyId, heldKeyId] as const;
const shareOfRefundKeys = 0.15;
/** Above what one person may refund at the second of them. */
const heldAmount = 300;
/** Of the places in the plan at which refunds of a payment may begin. */
const shareOfRefunds = 0.12;
/** Methods that are paid back the way they were paid. */
const refundableMethods: readonly string[] = ['ideal', 'card', 'cardPage', 'pix'];
/** Scenarios in which a payment succeeds; one in ten refunds is of a payment that most likely does not. */
const paidScenarios: readonly string[] = [
  'success',
  'at_once',
  'reset',
  'http_500',
  'garbage',
  'no_callback',
  'early_callback',
  'duplicate_callback',
  'unsigned_callback',
  'timeout_success',
  ...refundableCards,
];
const shareOfUnpaid = 0.1;
/** Of payments and payouts that succeed: something happens to their money afterwards. */
const shareOfAftermaths = 0.1;

type TrafficOptions = {
  readonly transactions: number;
  readonly durationMs: number;
  /** Where callbacks go. */
  readonly shopUrl: string;
  readonly provider: ChaosProvider;
  /** Whether payments are refunded: not at a release that cannot. */
  readonly hasRefunds: boolean;
};

/** Payments, payouts and refunds of earlier payments evenly over the time, each with its choices. */
export function planTraffic(random: Random, options: TrafficOptions): readonly PlannedTransaction[] {
  const { transactions, durationMs, shopUrl, hasRefunds } = options;
  const plan: PlannedTransaction[] = [];
  const refundable: RefundablePayment[] = [];
  const newReference = (index: number) => `chaos-${index}-${random.whole(1_000_000, 9_999_999)}`;
  while (plan.length < transactions) {
    const index = plan.length;
    const atMs = Math.round((index * durationMs) / transactions);
    const query = random.chance(stubbornMerchant) ? '?answer=500&times=2' : '';
    const callbackUrl = `${shopUrl}/merchant/callbacks${query}`;
    if (refundable.length > 0 && random.chance(shareOfRefunds)) {
      const [payment] = refundable.splice(random.whole(0, refundable.length - 1), 1);
      const refunds = payment
        ? planRefunds(random, payment, { most: transactions - index, callbackUrl })
        : [];
      for (const refund of refunds) plan.push(asTransaction(refund, newReference(plan.length), atMs));
      continue;
    }
    const planned = planRouted(random, options, { reference: newReference(index), atMs, callbackUrl });
    plan.push(planned);
    if (hasRefunds && isToBeRefunded(random, planned))
      refundable.push({
        reference: planned.reference,
        keyId: planned.keyId,
        amount: Number(planned.body['amount']),
      });
  }
  return plan;
}

function asTransaction(
  { body, ...refund }: ReturnType<typeof planRefunds>[number],
  reference: string,
  atMs: number,
): PlannedTransaction {
  return {
    ...refund,
    type: 'refund',
    method: 'refund',
    reference,
    atMs,
    body: { ...body, reference },
    bankCode: undefined,
    choice: undefined,
  };
}

function isToBeRefunded(random: Random, { type, method, scenario }: PlannedTransaction): boolean {
  if (type !== 'payment' || !refundableMethods.includes(method)) return false;
  return paidScenarios.includes(scenario) || random.chance(shareOfUnpaid);
}

/** A payment or payout. */
function planRouted(
  random: Random,
  { shopUrl, provider, hasRefunds }: TrafficOptions,
  { callbackUrl, ...when }: Pick<PlannedTransaction, 'reference' | 'atMs'> & { readonly callbackUrl: string },
): PlannedTransaction {
  const { payment, payout } = planners[provider];
  const isPayout = payout !== undefined && random.chance(shareOfPayouts);
  const { body, ...planned } = isPayout ? payout(random, callbackUrl) : payment(random, shopUrl, callbackUrl);
  const hasRefundKey = hasRefunds && !isPayout && random.chance(shareOfRefundKeys);
  const keyId = random.pick(hasRefundKey ? refundKeyIds : keyIds);
  const isLarge = keyId === heldKeyId && body['currency'] === 'EUR';
  // What is made in the panel of a provider without our references could be one of our refunds.
  const hasAftermath =
    hasRefunds &&
    provider === 'sandbox' &&
    keyId !== listKeyId &&
    paidScenarios.includes(planned.scenario) &&
    random.chance(shareOfAftermaths);
  return {
    ...planned,
    ...when,
    keyId,
    manner: random.pick(manners),
    body: {
      ...(hasAftermath ? withAftermath(random, isPayout ? 'payout' : 'payment', body) : body),
      ...(isLarge && { amount: heldAmount }),
      reference: when.reference,
    },
  };
}

type Choices = Omit<PlannedTransaction, 'keyId' | 'reference' | 'manner' | 'atMs'>;

type Planners = {
  readonly payment: (random: Random, shopUrl: string, callbackUrl: string) => Choices;
  /** Absent where the provider makes none. */
  readonly payout?: (random: Random, callbackUrl: string) => Choices;
};

const planners: Readonly<Record<ChaosProvider, Planners>> = {
  sandbox: { payment: planPayment, payout: planPayout },
  paystack: {
    payment(random, shopUrl, callbackUrl) {
      const scenario = random.pick(everywhere);
      const body = toldToPaystack.payment(paymentBodies.ussd(shopUrl, {}, callbackUrl), scenario);
      return { type: 'payment', method: 'ussd', scenario, body, bankCode: undefined, choice: undefined };
    },
    payout(random, callbackUrl) {
      const scenario = random.pick(paystackPayoutScenarios);
      const planned = planAfrica(random, {}, callbackUrl);
      return { ...planned, scenario, body: toldToPaystack.payout(planned.body, scenario) };
    },
  },
  stripe: {
    payment: (random) => ({
      ...planStripePayment(random),
      type: 'payment',
      method: 'card',
      bankCode: undefined,
      choice: undefined,
    }),
  },
};

function planPayment(random: Random, shopUrl: string, callbackUrl: string): Choices {
  const method = random.pick(paymentMethods);
  const scenario = random.pick(method === 'card' || method === 'cardPage' ? cardScenarios : paymentScenarios);
  const meta: Meta = {
    sandbox: scenario,
    ...(scenario === 'held_request' && { sandbox_delay_ms: String(random.pick(heldMs)) }),
  };
  const body = paymentBodies[method](shopUrl, meta, callbackUrl);
  return { type: 'payment', method, scenario, body, bankCode: undefined, choice: undefined };
}

function planPayout(random: Random, callbackUrl: string): Choices {
  const method = random.pick(payoutMethods);
  const scenario = random.pick(payoutScenarios);
  const meta = { sandbox: scenario };
  if (method === 'africa') return { scenario, ...planAfrica(random, meta, callbackUrl) };
  const body = payoutBodies[method](meta, callbackUrl);
  return { type: 'payout', method, scenario, body, bankCode: undefined, choice: undefined };
}

function planAfrica(random: Random, meta: Meta, callbackUrl: string): Omit<Choices, 'scenario'> {
  const bankCode = random.chance(shareWithBank) ? random.pick(banks) : undefined;
  const choice = bankCode === undefined ? random.pick(choices) : undefined;
  const body = payoutBodies.africa(meta, callbackUrl, bankCode);
  return { type: 'payout', method: 'africa', body, bankCode, choice };
}
