import type { Challenge } from '#domain/transaction/challenge';
import type { LookupResult, ProviderReport, SubmitResult } from '#domain/transaction/report';
import { noAnswer, type Exchange } from '../call-provider.js';
import { isObject } from '../json-body.js';
import { readFault, readScenarioNames } from './read-body.js';

/** A step we cannot read differs from none: the customer would be stuck. */
export type NextStepReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly challenge: Challenge };

/** What the provider says about one order of ours, whichever way its money goes. */
export type OrderReading = {
  readonly evidence: ProviderReport;
  readonly retryElsewhere: boolean;
  readonly nextStep: NextStepReading;
};

/** Reads a body as a charge, or as a credit; `undefined` when it is none. */
export type ReadOrder = (body: unknown) => OrderReading | undefined;

/** Statuses under which an answer to the create call describes the order. */
const orderStatuses: readonly number[] = [201, 402];

/**
 * Refusals to open a charge or a credit at all, by status: the provider surely has none for this order. Not among
 * them: an order that exists already, which is no evidence about that one.
 */
export const refusals: Readonly<Record<number, readonly string[]>> = {
  401: ['NOT_AUTHENTICATED'],
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
      evidence: {
        providerReference,
        outcome: 'error',
        reason: fault,
        ...(explanation !== undefined && { explanation }),
      },
    };
  }
  const order = orderStatuses.includes(status) ? readOrder(body) : undefined;
  if (order?.evidence.providerReference !== providerReference) return unreadable(status);
  return translateOpened(order, status);
}

/** Scenario `refused` is the connector's own: the provider never hears of it. */
function explainScenario(body: unknown): string | undefined {
  const names = isObject(body) ? readScenarioNames(body.scenarios) : undefined;
  if (names === undefined) return undefined;
  const known = [...names, 'refused'].toSorted().join(', ');
  return `extra.meta.sandbox names no scenario. There are: ${known}`;
}

function translateOpened({ evidence, retryElsewhere, nextStep }: OrderReading, status: number): SubmitResult {
  if (evidence.outcome === 'declined') return { kind: 'declined', soft: retryElsewhere, evidence };
  if (status !== 201) return unreadable(status);
  if (evidence.outcome !== 'open') return { kind: 'final', evidence };
  if (nextStep.kind === 'unreadable') return unreadable(status);
  return {
    kind: 'accepted',
    ...(evidence.providerId !== undefined && { providerId: evidence.providerId }),
    ...(nextStep.kind === 'read' && { challenge: nextStep.challenge }),
  };
}

function unreadable(status: number): SubmitResult {
  return { kind: 'unknown', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
}

/**
 * Contract §12: a card that the provider does not take, for another reason than a decline. The merchant has sent it, or the
 * customer has filled it in on the hosted page.
 */
export function nameRefusal(style: 'h2h' | 'hpp', result: SubmitResult): SubmitResult {
  if (result.kind !== 'final' || result.evidence.reason !== 'INVALID_CARD') return result;
  const cause = style === 'hpp' ? 'fillingDataRefused' : 'cardNotRegistered';
  return { ...result, evidence: { ...result.evidence, cause } };
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
  if (order?.evidence.providerReference !== providerReference) {
    return { kind: 'noAnswer', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
  }
  const { evidence, nextStep } = order;
  if (evidence.outcome !== 'open' || nextStep.kind !== 'read') return { kind: 'found', evidence };
  return { kind: 'found', evidence, challenge: nextStep.challenge };
}
