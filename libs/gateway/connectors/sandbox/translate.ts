import type { ProviderReport, LookupResult, ProviderOutcome, SubmitResult } from '#domain/transaction/report';
import type { SandboxExchange } from './client.js';
import { readFault } from './read-body.js';
import { readCharge } from './read-charge.js';
import type { NextStepReading, SandboxCharge } from './read-charge.js';

/** The provider's states that end a charge. Every other word, known or not, is `open`. */
export const outcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open'>>> = {
  CAPTURED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  LAPSED: 'expired',
  ABANDONED: 'cancelled',
};

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
  exchange: SandboxExchange,
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
    return { kind: 'final', evidence: { providerReference, outcome: 'error', reason: fault } };
  }
  const order = orderStatuses.includes(status) ? readOrder(body) : undefined;
  if (order?.evidence.providerReference !== providerReference) return unreadable(status);
  return translateOpened(order, status);
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

/** The table of look-up and cancel. `notFound` is only the provider's explicit word for it. */
export function translateLookup(
  exchange: SandboxExchange,
  providerReference: string,
  readOrder: ReadOrder,
): LookupResult {
  if (exchange.kind === 'neverSent') {
    return { kind: 'noAnswer', cause: 'communication', detail: exchange.detail };
  }
  if (exchange.kind === 'broken') {
    return { kind: 'noAnswer', cause: exchange.cause, detail: exchange.detail };
  }
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

/** A charge in an answer or a callback. */
export function readChargeOrder(body: unknown): OrderReading | undefined {
  const charge = readCharge(body);
  if (charge === undefined) return undefined;
  return {
    evidence: toEvidence(charge),
    retryElsewhere: charge.retryElsewhere,
    nextStep: charge.nextStep,
  };
}

/** What a charge proves. The amount is what was taken, not what was asked for. */
function toEvidence(charge: SandboxCharge): ProviderReport {
  const outcome = Object.hasOwn(outcomes, charge.state) ? outcomes[charge.state] : undefined;
  return {
    providerReference: charge.order,
    outcome: outcome ?? 'open',
    providerId: charge.id,
    ...(charge.capturedValue !== undefined && { amount: charge.capturedValue, currency: charge.iso }),
    ...(charge.reason !== undefined && { reason: charge.reason }),
  };
}
