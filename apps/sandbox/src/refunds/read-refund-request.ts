import type { Account } from '../accounts.js';
import { object, orderFormats, parseObject, readDelay, text, type Refusal } from '../orders/read-fields.js';
import { lostScenario } from '../orders/scenarios.js';
import type { OpenedRefund } from './refund.js';
import { isRefundScenario, refundScenarioNames } from './refund-scenarios.js';
import type { RefundScenarioName } from './refund-scenarios.js';

/** The merchant's part of a refund; the provider adds the rest. */
export type RefundRequest = Omit<OpenedRefund, 'id' | 'account' | 'openedAt' | 'endsAt' | 'scenario'> & {
  readonly scenario?: RefundScenarioName | typeof lostScenario;
};

export type RefundRequestReading = { readonly kind: 'read'; readonly request: RefundRequest } | Refusal;

const formats = { ...orderFormats, of: orderFormats.order } as const;

/**
 * Reads the body of `POST /refunds`. An account whose references are not kept names none; what it writes to `simulate.witness`
 * is for the journal alone.
 */
export function readRefundRequest(
  body: Buffer,
  { forgetsRefundOrders: isForgotten = false }: Pick<Account, 'forgetsRefundOrders'>,
): RefundRequestReading {
  const fields = parseObject(body);
  if (fields === undefined) return { kind: 'refused', fault: 'UNREADABLE_REQUEST' };
  const simulate = object(fields.simulate);
  const order = text(isForgotten ? simulate.witness : fields.order);
  for (const [field, format] of Object.entries(formats)) {
    const value = field === 'order' ? order : text(fields[field]);
    if (!format.test(value)) return { kind: 'refused', fault: 'INVALID_FIELD', field };
  }
  const motive = text(fields.motive);
  if (!/^[A-Z_]{0,40}$/.test(motive)) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'motive' };
  const scenario = readScenario(text(simulate.scenario));
  if (scenario === 'unknown') {
    return { kind: 'refused', fault: 'UNKNOWN_SCENARIO', scenarios: refundScenarioNames };
  }
  const delayMs = readDelay(simulate);
  if (delayMs === undefined) return { kind: 'refused', fault: 'INVALID_FIELD', field: 'delay_ms' };

  const memo = text(fields.memo);
  return {
    kind: 'read',
    request: {
      order,
      isNamed: !isForgotten,
      of: text(fields.of),
      value: text(fields.value),
      iso: text(fields.iso),
      ...(motive !== '' && { motive }),
      ...(memo !== '' && { memo }),
      ...(scenario !== undefined && { scenario }),
      delayMs,
      notifyUrl: text(fields.notify_url),
    },
  };
}

function readScenario(name: string): RefundRequest['scenario'] | 'unknown' {
  if (name === '') return undefined;
  return name === lostScenario || isRefundScenario(name) ? name : 'unknown';
}
