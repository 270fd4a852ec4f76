import { creditAftermath } from '../corrections/aftermath.js';
import {
  nameFormat,
  object,
  orderFormats,
  parseObject,
  readDelay,
  text,
  type Refusal,
} from '../orders/read-fields.js';
import { heldMs, heldScenario, lostScenario } from '../orders/scenarios.js';
import type { OpenedCredit } from './credit.js';
import { creditScenarioNames, isCreditScenario } from './credit-scenarios.js';
import type { CreditScenarioName } from './credit-scenarios.js';

/** The merchant's part of a credit; the provider adds the rest. */
export type CreditRequest = Omit<OpenedCredit, 'id' | 'account' | 'openedAt' | 'endsAt' | 'scenario'> & {
  readonly scenario?: CreditScenarioName | typeof lostScenario | typeof heldScenario;
  readonly delayMs: number;
};

export type CreditRequestReading = { readonly kind: 'read'; readonly request: CreditRequest } | Refusal;

/** Reads the body of `POST /credits`. The beneficiary is checked here and not stored. */
export function readCreditRequest(body: Buffer): CreditRequestReading {
  const fields = parseObject(body);
  if (fields === undefined) return { kind: 'refused', fault: 'UNREADABLE_REQUEST' };
  for (const [field, format] of Object.entries(orderFormats)) {
    if (!format.test(text(fields[field]))) return { kind: 'refused', fault: 'INVALID_FIELD', field };
  }
  const rail = text(fields.rail);
  if (!nameFormat.test(rail)) return { kind: 'refused', fault: 'UNSUPPORTED_RAIL' };

  const simulate = object(fields.simulate);
  const scenario = readScenario(text(simulate.scenario));
  if (scenario === 'unknown') {
    return { kind: 'refused', fault: 'UNKNOWN_SCENARIO', scenarios: creditScenarioNames };
  }
  const delayMs = readDelay(simulate, scenario === heldScenario ? heldMs : undefined);
  if (delayMs === undefined) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'delay_ms' };
  const after = text(simulate.after);
  const aftermath = creditAftermath(after);
  if (after !== '' && aftermath === undefined) {
    return { kind: 'refused', fault: 'INVALID_FIELD', field: 'after' };
  }

  const bank = text(object(fields.beneficiary).bank);
  const memo = text(fields.memo);
  const language = text(fields.language);
  return {
    kind: 'read',
    request: {
      order: text(fields.order),
      value: text(fields.value),
      iso: text(fields.iso),
      rail,
      ...(bank !== '' && { bank }),
      ...(memo !== '' && { memo }),
      ...(language !== '' && { language }),
      ...(scenario !== undefined && { scenario }),
      ...(aftermath !== undefined && { after: { name: aftermath, everyMs: delayMs } }),
      delayMs,
      notifyUrl: text(fields.notify_url),
    },
  };
}

function readScenario(name: string): CreditRequest['scenario'] | 'unknown' {
  if (name === '') return undefined;
  return name === lostScenario || name === heldScenario || isCreditScenario(name) ? name : 'unknown';
}
