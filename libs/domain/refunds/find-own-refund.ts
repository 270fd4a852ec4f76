import { isSameMoney, type Money } from '../values/money.js';

/** One entry of a provider's list of the refunds of a payment. */
export type ListedRefund = {
  /** The provider's own id of it. */
  readonly providerId: string;
  /** The money that was asked for. */
  readonly money: Money;
  /** By the provider's clock. */
  readonly madeAt: Date;
};

/** What is known of a refund whose id at the provider is unknown. */
export type SoughtRefund = {
  readonly money: Money;
  /** The provider must have made it between these instants, both included. */
  readonly madeFrom: Date;
  readonly madeUntil: Date;
  /** The provider's ids of the payment's other refunds that are known. */
  readonly knownIds: readonly string[];
};

/** `several`: more than one entry could be the refund, so the list is no answer. */
export type FoundRefund<Entry extends ListedRefund> =
  | { readonly kind: 'found'; readonly entry: Entry }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'several' };

/**
 * The list rule of contract §15.4, for providers that keep no reference of ours: exactly one unknown entry of exactly this
 * amount and currency, made in the window, is the refund. The newest of several is never guessed.
 */
export function findOwnRefund<Entry extends ListedRefund>(
  listed: readonly Entry[],
  { money, madeFrom, madeUntil, knownIds }: SoughtRefund,
): FoundRefund<Entry> {
  const [entry, ...others] = listed.filter(
    (one) =>
      !knownIds.includes(one.providerId) &&
      isSameMoney(one.money, money) &&
      one.madeAt >= madeFrom &&
      one.madeAt <= madeUntil,
  );
  if (entry === undefined) return { kind: 'notFound' };
  return others.length === 0 ? { kind: 'found', entry } : { kind: 'several' };
}
