import type { Money } from '#domain/values/money';
import { isObject, text } from '../json-body.js';
import { readOutcome, type MappedReport, type Outcomes } from '../mapped-report.js';
import { fromProviderUnits, toProviderUnits } from '../provider-decimals.js';
import { paystackDecimals } from './currencies.js';

/** States of a transfer. `reversed`: the money was sent and has come back. `otp`: the transfer waits for a person. */
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
 * States of a payment. `abandoned` is its state until the customer acts, so it ends nothing. `reversed` says what became of
 * its money, not how it ended: refunds and disputes tell what happened (contract §15.4).
 */
export const transactionOutcomes: Outcomes = {
  success: 'success',
  failed: 'declined',
  reversed: 'open',
  abandoned: 'open',
  ongoing: 'open',
  pending: 'open',
  processing: 'open',
  queued: 'open',
};

/** A transfer in an answer or a callback; undefined without reference, state and amount. */
export function readTransfer(data: unknown): MappedReport | undefined {
  const mapped = readReport(data, transferOutcomes);
  if (!mapped || !isObject(data) || data.status !== 'otp') return mapped;
  return { ...mapped, report: { ...mapped.report, awaitsApproval: true } };
}

/** The same for a payment. */
export function readTransaction(data: unknown): MappedReport | undefined {
  return readReport(data, transactionOutcomes);
}

/** A payment in a list that is held against ours: what became of its money later does not undo that it was paid. */
export function readListedTransaction(data: unknown): MappedReport | undefined {
  return readReport(data, { ...transactionOutcomes, reversed: 'success', 'reversal-pending': 'success' });
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

/** Undefined for another currency, for a fraction of a currency without a subunit, and for a number that is too large. */
export function minorUnits(money: Money): number | undefined {
  return toProviderUnits(paystackDecimals, money);
}
