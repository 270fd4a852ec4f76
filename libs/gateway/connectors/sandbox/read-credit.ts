import type { EndCause, ProviderOutcome } from '#domain/transaction/report';
import { currencyCode, decimal, isObject, readReason } from './read-body.js';
import type { OrderReading } from './translate.js';

/** The provider's states that end a credit. Every other word, known or not, is `open`. */
export const creditOutcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open'>>> = {
  CREDITED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  /** The money was sent and has come back: the beneficiary does not have it. */
  RETURNED: 'declined',
};

/** Reasons that the merchant is told in words of our own. */
export const declineCauses: Readonly<Record<string, EndCause>> = { BANK_NOT_SERVED: 'bankNotSupported' };

/**
 * A credit as the sandbox provider describes it in answers and callbacks; `undefined` when the body is none that says
 * which order it is and where it stands. The amount is what was sent, not what was asked for.
 */
export function readCredit(body: unknown): OrderReading | undefined {
  if (!isObject(body)) return undefined;
  const { credit: providerId, order, state, iso, credited_value: creditedValue } = body;
  if (typeof providerId !== 'string' || typeof order !== 'string' || typeof state !== 'string')
    return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const isSent = typeof creditedValue === 'string' && decimal.test(creditedValue);
  if (!isSent && (creditedValue !== undefined || state === 'CREDITED')) return undefined;

  const outcome = Object.hasOwn(creditOutcomes, state) ? creditOutcomes[state] : undefined;
  const reason = readReason(body.reason);
  const cause = outcome === 'declined' ? causeOf(reason) : undefined;
  return {
    evidence: {
      providerReference: order,
      outcome: outcome ?? 'open',
      providerId,
      ...(isSent && { amount: creditedValue, currency: iso }),
      ...(reason !== undefined && { reason }),
      ...(cause !== undefined && { cause }),
    },
    retryElsewhere: false,
    nextStep: { kind: 'none' },
  };
}

function causeOf(reason: string | undefined): EndCause | undefined {
  if (reason === undefined) return undefined;
  return Object.hasOwn(declineCauses, reason) ? declineCauses[reason] : undefined;
}
