import type { FastifyInstance } from 'fastify';
import type { Charge } from './charges/charge.js';
import { showTransfer } from './charges/transfer.js';
import type { Credit } from './credits/credit.js';
import { creditBehaviour } from './credits/credit-scenarios.js';
import { identifierOf } from './orders/order-book.js';
import type { Order, OrderBook } from './orders/order-book.js';

/** The provider's movement of money for one charge or credit (contract §10). */
type JournalEntry = {
  readonly kind: 'charge' | 'credit' | 'reversal';
  readonly identifier: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'success' | 'declined' | 'pending';
  readonly date: string;
  /** Details of the payer's transfer, if the merchant has sent them. */
  readonly transfer?: Readonly<Record<string, string | undefined>>;
};

/** The independent witness: one entry for each order of a payment or payout, however often it was asked for. */
export function addJournalRoutes(server: FastifyInstance, book: OrderBook): void {
  server.get<{ Querystring: { identifier?: string } }>('/journal', (request, reply) => {
    const { identifier } = request.query;
    if (identifier === undefined || identifier === '') {
      return reply.code(400).send({ fault: 'INVALID_FIELD', field: 'identifier' });
    }
    return reply.send({ entries: book.ofIdentifier(identifier).flatMap(describeOrder) });
  });
}

function describeOrder(order: Order): readonly JournalEntry[] {
  if (!('rail' in order)) return [describeCharge(order)];
  const credit = describeCredit(order);
  return isReturned(order) ? [credit, { ...credit, kind: 'reversal', status: 'pending' }] : [credit];
}

function describeCharge(charge: Charge): JournalEntry {
  return {
    kind: 'charge',
    ...common(charge),
    amount: charge.end?.capturedValue ?? charge.value,
    status: describeStatus(charge.end?.state, 'CAPTURED'),
    ...(charge.transfer !== undefined && { transfer: showTransfer(charge.transfer) }),
  };
}

function describeCredit(credit: Credit): JournalEntry {
  return {
    kind: 'credit',
    ...common(credit),
    amount: credit.end?.creditedValue ?? credit.value,
    status: describeStatus(credit.end?.state, 'CREDITED'),
  };
}

function common(order: Order): Pick<JournalEntry, 'identifier' | 'reference' | 'currency' | 'date'> {
  return {
    identifier: identifierOf(order.order),
    reference: order.order,
    currency: order.iso,
    date: order.end?.endedAt ?? order.openedAt,
  };
}

function describeStatus(end: string | undefined, success: string): JournalEntry['status'] {
  if (end === undefined) return 'pending';
  return end === success ? 'success' : 'declined';
}

/** The beneficiary's bank announces that it sends the money back; the merchant has not agreed to that yet. */
function isReturned(credit: Credit): boolean {
  return (
    credit.end?.state === 'CREDITED' && creditBehaviour(credit.scenario).notifications === 'contradictory'
  );
}
