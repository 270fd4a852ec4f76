import type { AppendOnlyFile } from '../append-only-file.js';
import type { Charge, ChargeEnd, OpenedCharge } from '../charges/charge.js';
import type { Transfer } from '../charges/transfer.js';
import { createCorrectionIndex } from '../corrections/correction-index.js';
import type { CorrectionFact, CorrectionIndex } from '../corrections/correction-index.js';
import type { Credit, CreditEnd, OpenedCredit } from '../credits/credit.js';
import { createRefundIndex } from '../refunds/refund-index.js';
import type { RefundFact, RefundIndex } from '../refunds/refund-index.js';
import { identifierOf } from './order.js';
import type { Order } from './order.js';

/** Every change of an order. The journal holds these, one per line. */
export type Fact =
  | { readonly fact: 'opened'; readonly charge: OpenedCharge }
  | { readonly fact: 'ended'; readonly order: string; readonly end: ChargeEnd }
  /** The merchant has stopped an unknown order. */
  | { readonly fact: 'closed'; readonly account: string; readonly order: string }
  | { readonly fact: 'transfer_told'; readonly order: string; readonly transfer: Transfer }
  | { readonly fact: 'credit_opened'; readonly credit: OpenedCredit }
  | { readonly fact: 'credit_ended'; readonly order: string; readonly end: CreditEnd }
  | RefundFact
  | CorrectionFact
  | {
      readonly fact: 'notified';
      /** The book's key of the order, or the id of a correction. */
      readonly order: string;
      readonly copy: number;
      readonly delivered: boolean;
      readonly at: string;
    };

/** All orders by their reference, rebuilt from the journal. A fact is on the disk before it is true. */
export type OrderBook = {
  record(fact: Fact): void;
  /** Whether the reference is taken, by an order of any kind. */
  isUsed(order: string): boolean;
  /** Whether the account has closed the reference before an order was opened. */
  isClosed(account: string, order: string): boolean;
  findCharge(order: string): Charge | undefined;
  findChargeById(id: string): Charge | undefined;
  findCredit(order: string): Credit | undefined;
  readonly refunds: Omit<RefundIndex, 'apply'>;
  readonly corrections: Omit<CorrectionIndex, 'apply'>;
  /** Orders of one payment, payout or refund of the merchant: order references are `<identifier>-<attempt>`. */
  ofIdentifier(identifier: string): readonly Order[];
  /** In the order of opening. */
  allCharges(): readonly Charge[];
  allCredits(): readonly Credit[];
  /** Whether this copy of the notifications of an order or a correction is delivered or given up. */
  isNotified(key: string, copy: number): boolean;
};

/** Opens the book on its journal. */
export function openOrderBook(journal: AppendOnlyFile<Fact>): OrderBook {
  const charges = new Map<string, Charge>();
  const credits = new Map<string, Credit>();
  const refunds = createRefundIndex();
  const corrections = createCorrectionIndex();
  const chargesById = new Map<string, string>();
  const finders = new Map<string, readonly (() => Order | undefined)[]>();
  const notified = new Set<string>();
  const closed = new Set<string>();

  function apply(fact: Fact): void {
    switch (fact.fact) {
      case 'opened': {
        const { id, order } = fact.charge;
        charges.set(order, fact.charge);
        chargesById.set(id, order);
        return file(order, () => charges.get(order));
      }
      case 'credit_opened': {
        const { order } = fact.credit;
        credits.set(order, fact.credit);
        return file(order, () => credits.get(order));
      }
      case 'ended':
        return changeCharge(fact.order, { end: fact.end });
      case 'closed':
        closed.add(`${fact.account} ${fact.order}`);
        return;
      case 'transfer_told':
        return changeCharge(fact.order, { transfer: fact.transfer });
      case 'credit_ended': {
        const credit = credits.get(fact.order);
        if (credit !== undefined) credits.set(fact.order, { ...credit, end: fact.end });
        return;
      }
      case 'refund_opened': {
        const { id, order } = fact.refund;
        refunds.apply(fact);
        return file(order, () => refunds.find(id));
      }
      case 'refund_ended':
      case 'refund_bounced':
        return refunds.apply(fact);
      case 'corrected':
      case 'told_again':
        return corrections.apply(fact);
      case 'notified':
        notified.add(copyKey(fact.order, fact.copy));
    }
  }

  function changeCharge(order: string, news: Pick<Charge, 'end'> | Pick<Charge, 'transfer'>): void {
    const charge = charges.get(order);
    if (charge !== undefined) charges.set(order, { ...charge, ...news });
  }

  function file(order: string, find: () => Order | undefined): void {
    const identifier = identifierOf(order);
    finders.set(identifier, [...(finders.get(identifier) ?? []), find]);
  }

  journal.lines.forEach(apply);
  return {
    record(fact) {
      journal.append(fact);
      apply(fact);
    },
    isUsed: (order) => charges.has(order) || credits.has(order) || refunds.findByOrder(order) !== undefined,
    isClosed: (account, order) => closed.has(`${account} ${order}`),
    findCharge: (order) => charges.get(order),
    findChargeById: (id) => charges.get(chargesById.get(id) ?? ''),
    findCredit: (order) => credits.get(order),
    refunds,
    corrections,
    ofIdentifier: (identifier) => (finders.get(identifier) ?? []).flatMap((find) => find() ?? []),
    allCharges: () => [...charges.values()],
    allCredits: () => [...credits.values()],
    isNotified: (key, copy) => notified.has(copyKey(key, copy)),
  };
}

function copyKey(key: string, copy: number): string {
  return `${key} ${copy}`;
}
