import type { Aftermath } from '../corrections/aftermath.js';
import type { CreditEndState } from '../orders/order-states.js';
import type { CreditScenarioName } from './credit-scenarios.js';

/** The stored data of an opened credit. Of the beneficiary it contains only the bank. */
export type OpenedCredit = {
  readonly id: string;
  readonly account: string;
  /** The merchant's order reference, the key of all look-ups. */
  readonly order: string;
  /** Decimal string in major units, as the merchant wrote it. */
  readonly value: string;
  /** ISO 4217 code. */
  readonly iso: string;
  readonly rail: string;
  /** This provider's code of the bank; absent where the rail finds the account without one. */
  readonly bank?: string;
  readonly memo?: string;
  /** The language that the merchant's customer reads, BCP 47. */
  readonly language?: string;
  readonly scenario?: CreditScenarioName;
  /** What happens to the money after it is credited. */
  readonly after?: Aftermath;
  readonly openedAt: string;
  /** When the outcome is decided. */
  readonly endsAt: string;
  readonly notifyUrl: string;
};

export type CreditEnd = {
  readonly state: CreditEndState;
  readonly reason: string;
  /** The amount sent to the beneficiary, in the credit's currency; only when credited. */
  readonly creditedValue?: string;
  readonly endedAt: string;
};

export type Credit = OpenedCredit & { readonly end?: CreditEnd };

/**
 * The same credit after the beneficiary's bank has sent it back. Only a notification reports that: a status check still
 * shows the credit.
 */
export function returnCredit(credit: Credit): Credit {
  const endedAt = credit.end?.endedAt ?? credit.openedAt;
  return { ...credit, end: { state: 'RETURNED', reason: 'RETURNED_BY_BANK', endedAt } };
}
