import type { ChargeEndState, ChargeState } from '../orders/order-states.js';
import type { ScenarioName } from '../orders/scenarios.js';
import type { Aftermath } from '../corrections/aftermath.js';
import type { Transfer } from './transfer.js';

/** The payer's next step: open a page, dial, scan, pay to an entity, pay a slip, transfer. */
export type NextStepKind = 'none' | 'visit' | 'dial' | 'scan' | 'entity' | 'slip' | 'transfer';
export type PayerPhone = 'absent' | 'national' | 'international';

/** The stored data of an opened charge. Contains no card number and no personal data. */
export type OpenedCharge = {
  readonly id: string;
  readonly account: string;
  /** The merchant's order reference, the key of all look-ups. */
  readonly order: string;
  /** Decimal string in major units, as the merchant wrote it. */
  readonly value: string;
  /** ISO 4217 code. */
  readonly iso: string;
  readonly instrument: string;
  readonly memo?: string;
  /** The language that the merchant's customer reads, BCP 47. */
  readonly language?: string;
  readonly nextStep: NextStepKind;
  readonly scenario?: ScenarioName;
  /** What happens to the money after it is captured. */
  readonly after?: Aftermath;
  readonly payerPhone: PayerPhone;
  readonly card?: { readonly first6: string; readonly last4: string };
  readonly openedAt: string;
  /** When the scenario brings the outcome without a click; absent when a payer decides. */
  readonly endsAt?: string;
  /** An unpaid charge lapses at this instant. */
  readonly payableUntil: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
};

export type ChargeEnd = {
  readonly state: ChargeEndState;
  readonly reason: string;
  /** The amount taken from the payer, in the charge's currency; only when captured. */
  readonly capturedValue?: string;
  readonly endedAt: string;
};

export type Charge = OpenedCharge & {
  readonly end?: ChargeEnd;
  /** Details of the payer's transfer, from the merchant. */
  readonly transfer?: Transfer;
};

/** The state of the charge. */
export function stateOf(charge: Charge): ChargeState {
  if (charge.end !== undefined) return charge.end.state;
  return charge.nextStep === 'none' ? 'PROCESSING' : 'AWAITING_PAYER';
}
