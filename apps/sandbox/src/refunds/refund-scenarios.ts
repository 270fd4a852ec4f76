import type { ChargeEndState, RefundEndState } from '../orders/order-states.js';
import { isScenario, lostScenario, scenarioNamed, scenarios } from '../orders/scenarios.js';
import type { Scenario, ScenarioName } from '../orders/scenarios.js';

/** Scenarios of charges that mean nothing for a refund: it waits for no payer, and no other provider can make it. */
const chargeOnly = ['expire', 'late_soft_decline', 'soft_decline'] as const satisfies readonly ScenarioName[];
/** Scenarios of refunds alone (contract §15.9). */
const refundOnly = ['late_failure', 'late_failure_unheard', 'needs_attention'] as const;

type SharedName = Exclude<ScenarioName, (typeof chargeOnly)[number]>;
export type RefundScenarioName = SharedName | (typeof refundOnly)[number];

/** How the provider behaves for one refund. */
export type RefundBehaviour = Scenario & {
  /** The payer's bank sends the money back after the success, and whether the merchant is notified of that. */
  readonly bounce: 'never' | 'notified' | 'unheard';
  /** It waits for the payer's account, for ever. */
  readonly isOnHold: boolean;
};

/** Every name that a refund takes. */
export const refundScenarioNames: readonly string[] = [
  ...Object.keys(scenarios).filter(isRefundScenario),
  ...refundOnly,
  lostScenario,
];

/** Whether the word names a scenario that creates a refund. */
export function isRefundScenario(name: string): name is RefundScenarioName {
  if (isRefundOnly(name)) return true;
  return isScenario(name) && chargeOnly.every((other) => other !== name);
}

/** What differs from a charge in the scenario of the same name, or in `success`. */
const differences: Readonly<Partial<Record<RefundScenarioName, Partial<RefundBehaviour>>>> = {
  contradictory_callback: { notifications: 'once', bounce: 'notified' },
  late_failure: { bounce: 'notified' },
  late_failure_unheard: { bounce: 'unheard' },
  needs_attention: { isOnHold: true },
};

/** The behaviour of the provider; without a scenario that of `success`. */
export function refundBehaviour(name: RefundScenarioName = 'success'): RefundBehaviour {
  const usual = scenarioNamed(isRefundOnly(name) ? 'success' : name);
  return { ...usual, bounce: 'never', isOnHold: false, ...differences[name] };
}

/** The end of a refund for each end of a charge. */
const refundEnds: Readonly<
  Record<ChargeEndState, { readonly state: RefundEndState; readonly reason: string }>
> = {
  CAPTURED: { state: 'PAID_BACK', reason: 'SENT_BACK' },
  REFUSED: { state: 'REFUSED', reason: 'ACCOUNT_CLOSED' },
  FAULT: { state: 'FAULT', reason: 'BANK_OUT_OF_ORDER' },
  LAPSED: { state: 'FAULT', reason: 'BANK_DID_NOT_ACT' },
  ABANDONED: { state: 'REFUSED', reason: 'STOPPED' },
};

export function decideRefund(name: RefundScenarioName | undefined) {
  return refundEnds[refundBehaviour(name).end];
}

function isRefundOnly(name: string): name is (typeof refundOnly)[number] {
  return refundOnly.some((own) => own === name);
}
