import type { FastifyInstance } from 'fastify';
import type { Charge } from './charges/charge.js';
import { showTransfer } from './charges/transfer.js';
import type { ToldCorrection } from './corrections/correction-index.js';
import type { Credit } from './credits/credit.js';
import { creditBehaviour } from './credits/credit-scenarios.js';
import { identifierOf, isCharge, isCredit, isRefund, keyOf, movedValue, type Order } from './orders/order.js';
import type { OrderBook } from './orders/order-book.js';
import type { CorrectionKind } from './orders/order-states.js';
import type { Refund } from './refunds/refund.js';

type JournalKind =
  'charge' | 'credit' | 'refund' | 'panel_refund' | 'chargeback' | 'chargeback_won' | 'reversal';

/** One movement of money at the provider (contract §10, §15.9). */
type JournalEntry = {
  readonly kind: JournalKind;
  /** Of a refund its own, of everything else that of the transaction which it is about. */
  readonly identifier: string;
  /** Of everything that gives back a payment's money: the payment's. */
  readonly payment?: string;
  readonly reference: string;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'success' | 'declined' | 'pending';
  readonly date: string;
  /** Details of the payer's transfer, if the merchant has sent them. */
  readonly transfer?: Readonly<Record<string, string | undefined>>;
};

/** Kinds of corrections that move money. */
const correctionKinds: Readonly<Record<CorrectionKind, JournalKind | undefined>> = {
  CLAWBACK: 'chargeback',
  CLAWBACK_LIFTED: 'chargeback_won',
  QUERY: undefined,
  PANEL_REFUND: 'panel_refund',
  BOUNCE: 'reversal',
};

/**
 * The independent witness: one entry for each order of a payment, payout or refund, however often it was asked for. `?identifier=`
 * names one of them, `?payment=` a payment with everything that followed.
 */
export function addJournalRoutes(server: FastifyInstance, book: OrderBook): void {
  server.get<{ Querystring: { identifier?: string; payment?: string } }>('/journal', (request, reply) => {
    const { identifier = '', payment = '' } = request.query;
    if (payment !== '') return reply.send({ entries: entriesOfPayment(book, payment) });
    if (identifier !== '') return reply.send({ entries: entriesOf(book, identifier) });
    return reply.code(400).send({ fault: 'INVALID_FIELD', field: 'identifier' });
  });
}

/** Everything that has moved for one identifier: the orders, and what happened to their money afterwards. */
function entriesOf(book: OrderBook, identifier: string): readonly JournalEntry[] {
  return book.ofIdentifier(identifier).flatMap((order) => describeOrder(book, order));
}

/** A payment's charges with all that followed, their refunds included, oldest first. */
function entriesOfPayment(book: OrderBook, payment: string): readonly JournalEntry[] {
  const charges = book.ofIdentifier(payment).filter(isCharge);
  return charges
    .flatMap((charge) => [charge, ...book.refunds.ofCharge(charge.order)])
    .flatMap((order) => describeOrder(book, order))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

function describeOrder(book: OrderBook, order: Order): readonly JournalEntry[] {
  const entry = describeItself(order);
  const corrections = book.corrections.about(keyOf(order));
  return [
    entry,
    ...(isCredit(order) && isReturned(order) ? [announced(entry)] : []),
    ...(isRefund(order) && order.bouncedAt !== undefined ? [reversed(entry, order.bouncedAt)] : []),
    ...corrections.flatMap((correction) => describeCorrection(entry, correction)),
  ];
}

function describeItself(order: Order): JournalEntry {
  const transfer = isCharge(order) ? order.transfer : undefined;
  return {
    kind: kindOf(order),
    identifier: identifierOf(order.order),
    ...(isRefund(order) && { payment: identifierOf(order.of) }),
    reference: order.order,
    account: order.account,
    amount: movedValue(order),
    currency: order.iso,
    status: statusOf(order),
    date: order.end?.endedAt ?? order.openedAt,
    ...(transfer !== undefined && { transfer: showTransfer(transfer) }),
  };
}

function describeCorrection(about: JournalEntry, correction: ToldCorrection): readonly JournalEntry[] {
  const kind = correctionKinds[correction.kind];
  if (kind === undefined) return [];
  const { transfer: _, ...entry } = about;
  const { value: amount, happenedAt: date } = correction;
  const payment = kind === 'panel_refund' && { payment: about.identifier };
  return [{ ...entry, kind, ...payment, amount, status: 'success', date }];
}

function kindOf(order: Charge | Credit | Refund): JournalKind {
  if (isCredit(order)) return 'credit';
  return isRefund(order) ? 'refund' : 'charge';
}

function statusOf({ end }: Order): JournalEntry['status'] {
  if (end === undefined) return 'pending';
  const isMoved = end.state === 'CAPTURED' || end.state === 'CREDITED' || end.state === 'PAID_BACK';
  return isMoved ? 'success' : 'declined';
}

/** The beneficiary's bank announces that it sends the money back; the merchant has not agreed to that yet. */
function isReturned(credit: Credit): boolean {
  return (
    credit.end?.state === 'CREDITED' && creditBehaviour(credit.scenario).notifications === 'contradictory'
  );
}

function announced(entry: JournalEntry): JournalEntry {
  return { ...entry, kind: 'reversal', status: 'pending' };
}

function reversed(entry: JournalEntry, date: string): JournalEntry {
  return { ...entry, kind: 'reversal', status: 'success', date };
}
