import type { RefundEndState, RefundState } from '../orders/order-states.js';
import type { RefundScenarioName } from './refund-scenarios.js';

/** The stored data of an opened refund. Contains no personal data. */
export type OpenedRefund = {
  readonly id: string;
  readonly account: string;
  /** The merchant's order reference. */
  readonly order: string;
  /** False for accounts that keep no references of refunds: only the journal knows the reference. */
  readonly isNamed: boolean;
  /** The order reference of the charge whose money goes back. */
  readonly of: string;
  /** Decimal string in major units, as the merchant wrote it. */
  readonly value: string;
  /** ISO 4217 code. */
  readonly iso: string;
  /** The merchant's code of its reason. */
  readonly motive?: string;
  readonly memo?: string;
  readonly scenario?: RefundScenarioName;
  /** Of the scenario, in milliseconds. */
  readonly delayMs: number;
  readonly openedAt: string;
  /** When the outcome is decided; absent when it waits for the payer's account. */
  readonly endsAt?: string;
  readonly notifyUrl: string;
};

export type RefundEnd = {
  readonly state: RefundEndState;
  readonly reason: string;
  /** The amount sent to the payer, in the charge's currency; only when paid back. */
  readonly paidBackValue?: string;
  readonly endedAt: string;
};

export type Refund = OpenedRefund & {
  readonly end?: RefundEnd;
  /** When the payer's bank has sent all of it back. */
  readonly bouncedAt?: string;
};

/** The state of the refund. */
export function stateOfRefund({ end, bouncedAt, endsAt }: Refund): RefundState {
  if (bouncedAt !== undefined) return 'BOUNCED';
  if (end !== undefined) return end.state;
  return endsAt === undefined ? 'ON_HOLD' : 'ACCEPTED';
}
