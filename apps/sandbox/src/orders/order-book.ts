import type { AppendOnlyFile } from '../append-only-file.js';
import type { Charge, ChargeEnd, OpenedCharge } from '../charges/charge.js';
import type { Transfer } from '../charges/transfer.js';
import type { Credit, CreditEnd, OpenedCredit } from '../credits/credit.js';

/** Money that comes in is a charge, money that goes out a credit; either is one order of the merchant. */
export type Order = Charge | Credit;

/** Every change of an order. The journal holds these, one per line. */
export type Fact =
  | { readonly fact: 'opened'; readonly charge: OpenedCharge }
  | { readonly fact: 'ended'; readonly order: string; readonly end: ChargeEnd }
  /** The merchant has stopped an unknown order. */
  | { readonly fact: 'closed'; readonly account: string; readonly order: string }
  | { readonly fact: 'transfer_told'; readonly order: string; readonly transfer: Transfer }
  | { readonly fact: 'credit_opened'; readonly credit: OpenedCredit }
  | { readonly fact: 'credit_ended'; readonly order: string; readonly end: CreditEnd }
  | {
      readonly fact: 'notified';
      readonly order: string;
      readonly copy: number;
      readonly delivered: boolean;
      readonly at: string;
    };

/** All orders by their reference, rebuilt from the journal. A fact is on the disk before it is true. */
export type OrderBook = {
  record(fact: Fact): void;
  /** Whether the reference is taken, by a charge or a credit. */
  isUsed(order: string): boolean;
  /** Whether the account has closed the reference before an order was opened. */
  isClosed(account: string, order: string): boolean;
  findCharge(order: string): Charge | undefined;
  findChargeById(id: string): Charge | undefined;
  findCredit(order: string): Credit | undefined;
  /** Orders of one payment or payout of the merchant: order references are `<identifier>-<attempt>`. */
  ofIdentifier(identifier: string): readonly Order[];
  /** In the order of opening. */
  allCharges(): readonly Charge[];
  allCredits(): readonly Credit[];
  /** Whether this copy of the order's notifications is delivered or given up. */
  isNotified(order: string, copy: number): boolean;
};

/** Opens the book on its journal. */
export function openOrderBook(journal: AppendOnlyFile<Fact>): OrderBook {
  const charges = new Map<string, Charge>();
  const credits = new Map<string, Credit>();
  const chargesById = new Map<string, string>();
  const ordersByIdentifier = new Map<string, string[]>();
  const notified = new Set<string>();
  const closed = new Set<string>();

  function apply(fact: Fact): void {
    switch (fact.fact) {
      case 'opened':
        charges.set(fact.charge.order, fact.charge);
        chargesById.set(fact.charge.id, fact.charge.order);
        return file(fact.charge.order);
      case 'credit_opened':
        credits.set(fact.credit.order, fact.credit);
        return file(fact.credit.order);
      case 'ended': {
        const charge = charges.get(fact.order);
        if (charge !== undefined) charges.set(fact.order, { ...charge, end: fact.end });
        return;
      }
      case 'closed':
        closed.add(`${fact.account} ${fact.order}`);
        return;
      case 'transfer_told': {
        const charge = charges.get(fact.order);
        if (charge !== undefined) charges.set(fact.order, { ...charge, transfer: fact.transfer });
        return;
      }
      case 'credit_ended': {
        const credit = credits.get(fact.order);
        if (credit !== undefined) credits.set(fact.order, { ...credit, end: fact.end });
        return;
      }
      case 'notified':
        notified.add(copyKey(fact.order, fact.copy));
    }
  }

  function file(order: string): void {
    const identifier = identifierOf(order);
    ordersByIdentifier.set(identifier, [...(ordersByIdentifier.get(identifier) ?? []), order]);
  }

  journal.lines.forEach(apply);
  return {
    record(fact) {
      journal.append(fact);
      apply(fact);
    },
    isUsed: (order) => charges.has(order) || credits.has(order),
    isClosed: (account, order) => closed.has(`${account} ${order}`),
    findCharge: (order) => charges.get(order),
    findChargeById: (id) => charges.get(chargesById.get(id) ?? ''),
    findCredit: (order) => credits.get(order),
    ofIdentifier: (identifier) =>
      (ordersByIdentifier.get(identifier) ?? []).flatMap(
        (order) => charges.get(order) ?? credits.get(order) ?? [],
      ),
    allCharges: () => [...charges.values()],
    allCredits: () => [...credits.values()],
    isNotified: (order, copy) => notified.has(copyKey(order, copy)),
  };
}

/** The merchant's reference without the number of the attempt. */
export function identifierOf(order: string): string {
  return order.replace(/-\d+$/, '');
}

function copyKey(order: string, copy: number): string {
  return `${order} ${copy}`;
}
