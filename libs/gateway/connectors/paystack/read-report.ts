import { isCurrency } from '#domain/currencies';
import { fromMinorUnits, toMinorUnits, type Money } from '#domain/money';
import type { Challenge } from '#domain/transaction/challenge';
import type { ProviderOutcome, ProviderReport } from '#domain/transaction/report';
import { isObject, text } from '../json-body.js';

/** The provider's words for where something stands, in ours. */
type Outcomes = Readonly<Record<string, ProviderOutcome>>;

/** Of a transfer. Money that was sent and has come back is `reversed`; one that is `otp` waits for a person. */
export const transferOutcomes: Outcomes = {
  success: 'success',
  failed: 'declined',
  reversed: 'declined',
  rejected: 'declined',
  abandoned: 'error',
  blocked: 'error',
  pending: 'open',
  received: 'open',
  otp: 'open',
};

/**
 * Of a transaction. It is `abandoned` from its beginning until its customer acts, so that word ends nothing; and what is
 * `reversed` was paid, and paid back.
 */
export const transactionOutcomes: Outcomes = {
  success: 'success',
  failed: 'declined',
  reversed: 'declined',
  abandoned: 'open',
  ongoing: 'open',
  pending: 'open',
  processing: 'open',
  queued: 'open',
};

/** A word of the provider that is not in its published list is not mapped: what it says is open, and no answer. */
export type PaystackReport = {
  readonly evidence: ProviderReport;
  readonly isMapped: boolean;
  readonly challenge?: Challenge;
};

/** A transfer in an answer or a callback; `undefined` when it does not say which one it is, where it stands, and how much it is. */
export function readTransfer(data: unknown): PaystackReport | undefined {
  const report = readReport(data, transferOutcomes);
  if (!report || !isObject(data) || data.status !== 'otp') return report;
  return { ...report, evidence: { ...report.evidence, awaitsApproval: true } };
}

/** A payment likewise. */
export function readTransaction(data: unknown): PaystackReport | undefined {
  return readReport(data, transactionOutcomes);
}

function readReport(data: unknown, outcomes: Outcomes): PaystackReport | undefined {
  if (!isObject(data)) return undefined;
  const [providerReference, status] = [text(data.reference), text(data.status)];
  const money = readMoney(data);
  if (!providerReference || !status || !money) return undefined;
  const outcome = Object.hasOwn(outcomes, status) ? outcomes[status] : undefined;
  const providerId = text(data.transfer_code) ?? (Number.isInteger(data.id) ? String(data.id) : undefined);
  return {
    isMapped: outcome !== undefined,
    evidence: {
      providerReference,
      outcome: outcome ?? 'open',
      ...(providerId !== undefined && { providerId }),
      ...money,
      ...(outcome !== undefined && outcome !== 'success' && outcome !== 'open' && { reason: status }),
    },
  };
}

/** Its amounts are whole numbers of the currency's minor unit. */
function readMoney({ amount, currency }: Record<string, unknown>): Money | undefined {
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  if (typeof currency !== 'string' || !isCurrency(currency)) return undefined;
  return { amount: fromMinorUnits(BigInt(amount), currency), currency };
}

/** `undefined` where the number would not be exact. */
export function minorUnits(money: Money): number | undefined {
  const units = Number(toMinorUnits(money));
  return Number.isSafeInteger(units) ? units : undefined;
}
