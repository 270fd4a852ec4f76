import type { OpenedRefund, Refund, RefundEnd } from './refund.js';

/** Every change of a refund. The journal holds these, one per line. */
export type RefundFact =
  | { readonly fact: 'refund_opened'; readonly refund: OpenedRefund }
  | { readonly fact: 'refund_ended'; readonly refund: string; readonly end: RefundEnd }
  /** The payer's bank has sent all of it back. */
  | { readonly fact: 'refund_bounced'; readonly refund: string; readonly at: string };

/** All refunds by their id, their reference and their charge. */
export type RefundIndex = {
  apply(fact: RefundFact): void;
  find(id: string): Refund | undefined;
  /** By the merchant's reference, if it is kept. */
  findByOrder(order: string): Refund | undefined;
  /** The latest of this reference, whether it is kept or not. */
  findByWitness(order: string): Refund | undefined;
  /** Of one charge, in the order of opening. */
  ofCharge(order: string): readonly Refund[];
  /** In the order of opening. */
  all(): readonly Refund[];
};

export function createRefundIndex(): RefundIndex {
  const refunds = new Map<string, Refund>();
  const idsByOrder = new Map<string, readonly string[]>();
  const idsByCharge = new Map<string, readonly string[]>();

  function apply(fact: RefundFact): void {
    if (fact.fact === 'refund_opened') {
      const { id, order, of } = fact.refund;
      refunds.set(id, fact.refund);
      file(idsByOrder, order, id);
      file(idsByCharge, of, id);
      return;
    }
    const refund = refunds.get(fact.refund);
    if (refund === undefined) return;
    const news = fact.fact === 'refund_ended' ? { end: fact.end } : { bouncedAt: fact.at };
    refunds.set(refund.id, { ...refund, ...news });
  }

  const named = (ids: readonly string[] = []) => ids.flatMap((id) => refunds.get(id) ?? []);
  return {
    apply,
    find: (id) => refunds.get(id),
    findByOrder: (order) => named(idsByOrder.get(order)).find(({ isNamed }) => isNamed),
    findByWitness: (order) => named(idsByOrder.get(order)).at(-1),
    ofCharge: (order) => named(idsByCharge.get(order)),
    all: () => [...refunds.values()],
  };
}

function file(index: Map<string, readonly string[]>, key: string, id: string): void {
  index.set(key, [...(index.get(key) ?? []), id]);
}
