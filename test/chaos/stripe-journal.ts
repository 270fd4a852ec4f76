import { listStripe, type AskStripe, type StripeRow as Row } from '../fakes/ask-stripe.js';
import { groupBy } from './chaos-run.js';
import type { Journal, OrderSeen } from './read-journal.js';

/** All payments are at one account there. */
const account = 'acct_stripe';
const referenceKey = 'gateway_reference';
/** With this reason we close an intent for which nobody has asked the money. */
const closedUnasked = 'abandoned';
/** In the currencies of the traffic. */
const minorPerMajor = 100;

type Told = (id: string, type: string) => boolean;

/**
 * Stripe World's own lists as the journal of a provider: a payment is what its charges say, and one that was never confirmed is
 * none. `isTold`: whether the gateway has answered an event of that type about that object.
 */
export async function readStripeJournal(ask: AskStripe, isTold: Told): Promise<Journal> {
  const [intents, charges, refunds, disputes] = await Promise.all([
    listStripe(ask, '/v1/payment_intents'),
    listStripe(ask, '/v1/charges'),
    listStripe(ask, '/v1/refunds'),
    listStripe(ask, '/v1/disputes'),
  ]);
  const references = new Map(intents.map((intent) => [intent.id, referenceOf(intent)]));
  const paymentOf = ({ payment_intent: intent }: Row) => references.get(String(intent)) ?? '';
  const chargesOf = groupBy(charges, ({ payment_intent: intent }) => String(intent));
  const oldestFirst = refunds.toReversed();
  return {
    orders: [
      ...intents.flatMap((intent) => ordersOf(intent, chargesOf.get(intent.id) ?? [])),
      ...oldestFirst.flatMap((refund) => refundOrder(refund, paymentOf(refund))),
    ],
    corrections: [
      ...oldestFirst
        .filter((refund) => referenceOf(refund) === '')
        .map((refund) => ({
          ...correction(refund, paymentOf(refund), 'provider_refund', refund.id),
          isTold: isTold(refund.id, 'refund.created'),
        })),
      ...disputes.flatMap((dispute) => correctionsOf(dispute, paymentOf(dispute), isTold)),
    ],
    givenBack: oldestFirst
      .filter(({ status }) => status === 'succeeded')
      .map((refund) => ({ charge: paymentOf(refund), amount: major(refund['amount']) })),
  };
}

function ordersOf(intent: Row, charges: readonly Row[]): readonly OrderSeen[] {
  const order = referenceOf(intent);
  const paid = charges.filter(({ status }) => status === 'succeeded');
  const known = { kind: 'charge', identifier: identifierOf(order), account, order, bank: undefined } as const;
  if (paid.length > 0)
    return paid.map((charge) => ({
      ...known,
      openedAt: at(charge),
      end: 'CAPTURED',
      isPaid: true,
      moved: String(major(charge['amount_captured'])),
    }));
  const [failed] = charges;
  const isCancelled = intent['status'] === 'canceled';
  const isUnasked = !failed && intent['last_payment_error'] === null;
  if (isUnasked && (!isCancelled || intent['cancellation_reason'] === closedUnasked)) {
    // A confirmation that waits for the customer has no charge yet.
    if (intent['status'] !== 'requires_action') return [];
  }
  const end = isUnasked ? (isCancelled ? 'ABANDONED' : undefined) : 'REFUSED';
  return [{ ...known, openedAt: at(failed ?? intent), end, isPaid: false, moved: undefined }];
}

function refundOrder(refund: Row, of: string): readonly OrderSeen[] {
  const order = referenceOf(refund);
  if (order === '') return [];
  const isPaid = refund['status'] === 'succeeded';
  return [
    {
      kind: 'refund',
      identifier: identifierOf(order),
      account,
      order,
      openedAt: at(refund),
      end: isPaid ? 'PAID_BACK' : undefined,
      isPaid,
      moved: isPaid ? String(major(refund['amount'])) : undefined,
      bank: undefined,
      of,
    },
  ];
}

function correctionsOf(dispute: Row, order: string, isTold: Told) {
  const { id, status } = dispute;
  const isOpened = isTold(id, 'charge.dispute.created');
  if (String(status).startsWith('warning_'))
    return [{ ...correction(dispute, order, 'inquiry', `${id}:inquiry`), isTold: isOpened }];
  const taken = { ...correction(dispute, order, 'chargeback', id), isTold: isOpened };
  if (status !== 'won') return [taken];
  const won = correction(dispute, order, 'chargeback_won', `${id}:won`);
  return [taken, { ...won, isTold: isTold(id, 'charge.dispute.closed') }];
}

function correction(row: Row, order: string, kind: Journal['corrections'][number]['kind'], key: string) {
  return { kind, identifier: identifierOf(order), order, amount: String(major(row['amount'])), key };
}

function referenceOf({ metadata }: Row): string {
  const { [referenceKey]: reference = '' } = (metadata ?? {}) as Readonly<Record<string, string>>;
  return reference;
}

function identifierOf(order: string): string {
  return order.replace(/-\d+$/, '');
}

function at({ created }: Row): Date {
  return new Date(created * 1_000);
}

function major(minor: unknown): number {
  return Number(minor) / minorPerMajor;
}
