import type { ChargeEndState, CreditEndState } from '../orders/order-states.js';
import { chargeScenarioNames, isScenario, scenarioNamed } from '../orders/scenarios.js';
import type { Scenario, ScenarioName } from '../orders/scenarios.js';

/** A scenario of credits alone (contract §10): accepted, then declined for the bank. */
const bankScenario = 'unsupported_bank';

export type CreditScenarioName = ScenarioName | typeof bankScenario;

type Decision = { readonly state: CreditEndState; readonly reason: string };
const bankNotServed: Decision = { state: 'REFUSED', reason: 'BANK_NOT_SERVED' };

/** The end of a credit for each end of a charge. A credit does not lapse: it fails (contract §10, `expire`). */
const creditEnds: Readonly<Record<ChargeEndState, Decision>> = {
  CAPTURED: { state: 'CREDITED', reason: 'SENT' },
  REFUSED: { state: 'REFUSED', reason: 'ACCOUNT_CLOSED' },
  FAULT: { state: 'FAULT', reason: 'BANK_OUT_OF_ORDER' },
  LAPSED: { state: 'FAULT', reason: 'BANK_DID_NOT_ACT' },
  ABANDONED: { state: 'REFUSED', reason: 'STOPPED' },
};

/** Every name that a credit takes. */
export const creditScenarioNames: readonly string[] = [...chargeScenarioNames, bankScenario];

/** Whether the word names a scenario that creates a credit. */
export function isCreditScenario(name: string): name is CreditScenarioName {
  return name === bankScenario || isScenario(name);
}

/** The behaviour of the provider; without a scenario that of `success`. */
export function creditBehaviour(name: CreditScenarioName | undefined): Scenario {
  return scenarioNamed(name === undefined || name === bankScenario ? 'success' : name);
}

/** The end of a credit. In every scenario a bank that is not served gets nothing. */
export function decideCredit(name: CreditScenarioName | undefined, isBankServed: boolean): Decision {
  if (!isBankServed || name === bankScenario) return bankNotServed;
  return creditEnds[creditBehaviour(name).end];
}
