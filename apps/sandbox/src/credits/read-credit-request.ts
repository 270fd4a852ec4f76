import { object, orderFormats, parseObject, readDelay, text } from '../orders/read-fields.js';
import { lostScenario } from '../orders/scenarios.js';
import { isRail } from './banks.js';
import type { OpenedCredit } from './credit.js';
import { isCreditScenario } from './credit-scenarios.js';
import type { CreditScenarioName } from './credit-scenarios.js';

/** What the merchant asks for; the rest of an opened credit is the provider's. */
export type CreditRequest = Omit<OpenedCredit, 'id' | 'account' | 'openedAt' | 'endsAt' | 'scenario'> & {
  readonly scenario?: CreditScenarioName | typeof lostScenario;
  readonly delayMs: number;
};

export type CreditRequestReading =
  | { readonly kind: 'read'; readonly request: CreditRequest }
  | { readonly kind: 'refused'; readonly fault: string; readonly field?: string };

/** Reads the body of `POST /credits`. The beneficiary is looked at here and kept nowhere. */
export function readCreditRequest(body: Buffer): CreditRequestReading {
  const fields = parseObject(body);
  if (fields === undefined) return { kind: 'refused', fault: 'UNREADABLE_REQUEST' };
  for (const [field, format] of Object.entries(orderFormats)) {
    if (!format.test(text(fields[field]))) return { kind: 'refused', fault: 'INVALID_FIELD', field };
  }
  const rail = text(fields.rail);
  if (!isRail(rail)) return { kind: 'refused', fault: 'UNSUPPORTED_RAIL' };

  const simulate = object(fields.simulate);
  const scenario = readScenario(text(simulate.scenario));
  if (scenario === 'unknown') return { kind: 'refused', fault: 'UNKNOWN_SCENARIO' };
  const delayMs = readDelay(simulate);
  if (delayMs === undefined) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'delay_ms' };

  const bank = text(object(fields.beneficiary).bank);
  const memo = text(fields.memo);
  return {
    kind: 'read',
    request: {
      order: text(fields.order),
      value: text(fields.value),
      iso: text(fields.iso),
      rail,
      ...(bank !== '' && { bank }),
      ...(memo !== '' && { memo }),
      ...(scenario !== undefined && { scenario }),
      delayMs,
      notifyUrl: text(fields.notify_url),
    },
  };
}

function readScenario(name: string): CreditRequest['scenario'] | 'unknown' {
  if (name === '') return undefined;
  return name === lostScenario || isCreditScenario(name) ? name : 'unknown';
}
