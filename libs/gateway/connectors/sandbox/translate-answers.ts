import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { noAnswer, type Exchange } from '../call-provider.js';
import { isObject } from '../json-body.js';
import { readFault, readScenarioNames, type OrderReading, type ReadOrder } from './read-body.js';

/** Statuses under which an answer to the create call describes the order. */
const orderStatuses: readonly number[] = [201, 402];

/**
 * Refusals to open an order, by status: the provider certainly has none for this order. Not among them: an order
 * that exists already, which proves nothing about that one.
 */
export const refusals: Readonly<Record<number, readonly string[]>> = {
  401: ['NOT_AUTHENTICATED'],
  // We have cancelled the order before this request to open it arrived.
  409: ['ORDER_CLOSED'],
  422: [
    'UNREADABLE_REQUEST',
    'INVALID_FIELD',
    'INVALID_CARD',
    'UNSUPPORTED_INSTRUMENT',
    'UNSUPPORTED_RAIL',
    'UNKNOWN_SCENARIO',
  ],
};

/** The table of the create call: by what was sent, status and body; only explicit evidence is more than `unknown`. */
export function translateSubmit(
  exchange: Exchange,
  providerReference: string,
  readOrder: ReadOrder,
): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') {
    return { kind: 'unknown', cause: exchange.cause, detail: exchange.detail };
  }
  const { status, body } = exchange;
  if (status >= 500) return { kind: 'unknown', cause: 'communication', detail: `status ${status}` };

  const fault = readFault(body);
  if (fault !== undefined && refusals[status]?.includes(fault)) {
    const explanation = fault === 'UNKNOWN_SCENARIO' ? explainScenario(body) : undefined;
    return {
      kind: 'final',
      report: {
        providerReference,
        outcome: 'error',
        reason: fault,
        ...(explanation !== undefined && { explanation }),
      },
    };
  }
  const order = orderStatuses.includes(status) ? readOrder(body) : undefined;
  if (order?.report.providerReference !== providerReference) return unreadable(status);
  return translateOpened(order, status);
}

/** Scenario `refused` happens in the connector: the provider gets no request. */
function explainScenario(body: unknown): string | undefined {
  const names = isObject(body) ? readScenarioNames(body.scenarios) : undefined;
  if (names === undefined) return undefined;
  const known = [...names, 'refused'].toSorted().join(', ');
  return `extra.meta.sandbox names no scenario. There are: ${known}`;
}

function translateOpened({ report, retryElsewhere, nextStep }: OrderReading, status: number): SubmitResult {
  if (report.outcome === 'declined') return { kind: 'declined', soft: retryElsewhere, report };
  if (status !== 201) return unreadable(status);
  if (report.outcome !== 'open') return { kind: 'final', report };
  if (nextStep.kind === 'unreadable') return unreadable(status);
  return {
    kind: 'accepted',
    ...(report.providerId !== undefined && { providerId: report.providerId }),
    ...(nextStep.kind === 'read' && { challenge: nextStep.challenge }),
    ...(report.awaitsApproval && { report }),
  };
}

function unreadable(status: number): SubmitResult {
  return { kind: 'unknown', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
}

/**
 * Contract §12: the cause of the end if the provider rejects a card as invalid. It depends on who entered the card: the
 * merchant, or the customer on the hosted page.
 */
export function nameRefusal(style: 'h2h' | 'hpp', result: SubmitResult): SubmitResult {
  if (result.kind !== 'final' || result.report.reason !== 'INVALID_CARD') return result;
  const cause = style === 'hpp' ? 'fillingDataRefused' : 'cardNotRegistered';
  return { ...result, report: { ...result.report, cause } };
}

/** The table of look-up and cancel. `notFound` is only the provider's explicit word for it. */
export function translateLookup(
  exchange: Exchange,
  providerReference: string,
  readOrder: ReadOrder,
): LookupResult {
  if (exchange.kind !== 'answered') return noAnswer(exchange);
  const { status, body } = exchange;
  if (status >= 500) return { kind: 'noAnswer', cause: 'communication', detail: `status ${status}` };
  if (status === 404 && readFault(body) === 'UNKNOWN_ORDER') return { kind: 'notFound' };

  const order = status === 200 ? readOrder(body) : undefined;
  if (order?.report.providerReference !== providerReference) {
    return { kind: 'noAnswer', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
  }
  return foundBy(order);
}

/** What a record of the provider is as the answer to a look-up. */
export function foundBy({ report, nextStep, reversals }: OrderReading): LookupResult {
  const isChallenged = report.outcome === 'open' && nextStep.kind === 'read';
  return {
    kind: 'found',
    report,
    ...(isChallenged && { challenge: nextStep.challenge }),
    ...(reversals.length > 0 && { reversals }),
  };
}
