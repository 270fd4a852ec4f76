import type { AppendOnlyFile } from '../append-only-file.js';
import type { Charge, ChargeEnd, OpenedCharge } from './charge.js';
import type { Transfer } from './transfer.js';

/** Everything that ever changes a charge. The journal holds these, one a line. */
export type Fact =
  | { readonly fact: 'opened'; readonly charge: OpenedCharge }
  | { readonly fact: 'ended'; readonly order: string; readonly end: ChargeEnd }
  | { readonly fact: 'transfer told'; readonly order: string; readonly transfer: Transfer }
  | {
      readonly fact: 'notified';
      readonly order: string;
      readonly copy: number;
      readonly delivered: boolean;
      readonly at: string;
    };

/** All charges by order reference, rebuilt from the journal. A fact is on the disk before it is true. */
export type ChargeBook = {
  record(fact: Fact): void;
  find(order: string): Charge | undefined;
  findById(id: string): Charge | undefined;
  /** Charges of one payment of the merchant: order references are `<identifier>-<attempt>`. */
  ofIdentifier(identifier: string): readonly Charge[];
  /** In the order of opening. */
  all(): readonly Charge[];
  /** Whether this copy of the charge's notifications is delivered or given up. */
  isNotified(order: string, copy: number): boolean;
};

/** Opens the book on its journal. */
export function openChargeBook(journal: AppendOnlyFile<Fact>): ChargeBook {
  const charges = new Map<string, Charge>();
  const ordersById = new Map<string, string>();
  const ordersByIdentifier = new Map<string, string[]>();
  const notified = new Set<string>();

  function apply(fact: Fact): void {
    switch (fact.fact) {
      case 'opened': {
        const { id, order } = fact.charge;
        charges.set(order, fact.charge);
        ordersById.set(id, order);
        const identifier = identifierOf(order);
        ordersByIdentifier.set(identifier, [...(ordersByIdentifier.get(identifier) ?? []), order]);
        return;
      }
      case 'ended': {
        const charge = charges.get(fact.order);
        if (charge !== undefined) charges.set(fact.order, { ...charge, end: fact.end });
        return;
      }
      case 'transfer told': {
        const charge = charges.get(fact.order);
        if (charge !== undefined) charges.set(fact.order, { ...charge, transfer: fact.transfer });
        return;
      }
      case 'notified':
        notified.add(copyKey(fact.order, fact.copy));
    }
  }

  journal.lines.forEach(apply);
  return {
    record(fact) {
      journal.append(fact);
      apply(fact);
    },
    find: (order) => charges.get(order),
    findById: (id) => charges.get(ordersById.get(id) ?? ''),
    ofIdentifier: (identifier) =>
      (ordersByIdentifier.get(identifier) ?? []).flatMap((order) => charges.get(order) ?? []),
    all: () => [...charges.values()],
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
