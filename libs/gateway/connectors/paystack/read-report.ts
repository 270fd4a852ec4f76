import type { Money } from '#domain/values/money';
import { isObject, text } from '../json-body.js';
import { readOutcome, type MappedReport, type Outcomes } from '../mapped-report.js';
import { fromProviderUnits, toProviderUnits } from '../provider-decimals.js';
import { paystackDecimals } from './currencies.js';

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

/** A transfer in an answer or a callback; `undefined` when it does not say which one it is, where it stands, and how much it is. */
export function readTransfer(data: unknown): MappedReport | undefined {
  const mapped = readReport(data, transferOutcomes);
  if (!mapped || !isObject(data) || data.status !== 'otp') return mapped;
  return { ...mapped, report: { ...mapped.report, awaitsApproval: true } };
}

/** A payment likewise. */
export function readTransaction(data: unknown): MappedReport | undefined {
  return readReport(data, transactionOutcomes);
}

function readReport(data: unknown, outcomes: Outcomes): MappedReport | undefined {
  if (!isObject(data)) return undefined;
  const [providerReference, status] = [text(data.reference), text(data.status)];
  const money = fromProviderUnits(paystackDecimals, data);
  if (!providerReference || !status || !money) return undefined;
  const { isMapped, meaning } = readOutcome(outcomes, status);
  const providerId = text(data.transfer_code) ?? (Number.isInteger(data.id) ? String(data.id) : undefined);
  const id = providerId === undefined ? {} : { providerId };
  return { isMapped, report: { providerReference, ...meaning, ...id, ...money } };
}

/** `undefined` where there is no such number: another currency, a fraction of one without a subunit, or too large. */
export function minorUnits(money: Money): number | undefined {
  return toProviderUnits(paystackDecimals, money);
}
