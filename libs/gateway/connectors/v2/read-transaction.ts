import type { ProviderReport, ProviderOutcome } from '#domain/transaction/report';
import type { TransactionType } from '#domain/transaction/status';
import { isObject, text } from '../json-body.js';
import { readCode, readMoney, readReason } from './read-body.js';
import { readChallenge, type ChallengeReading } from './read-challenge.js';

/** A transaction as an upstream gateway describes it in a creation answer, a record or a callback. */
export type UpstreamTransaction = {
  readonly report: ProviderReport;
  readonly status: string;
  /** 0 without an error; absent in shapes that have no code. */
  readonly code?: number;
  readonly challenge: ChallengeReading;
};

/** The statuses that end a transaction (specification §3). Every other word, known or not, is `open`. */
const outcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open' | 'cancelled'>>> = {
  success: 'success',
  declined: 'declined',
  error: 'error',
  expired: 'expired',
};

const cancelledText = 'Payment transaction was cancelled';
/** Specification §7: a cancelled payment or payout; contract §15.2: a refund. */
const cancelledCodes: Readonly<Record<TransactionType, number>> = { payment: 121, payout: 1, refund: 121 };
const bankNotSupportedCode = 1050;

/**
 * Undefined without reference, type and status, if status and code contradict each other, or if a success names no money.
 */
export function readTransaction(body: unknown, type: TransactionType): UpstreamTransaction | undefined {
  if (!isObject(body) || (body.type ?? type) !== type) return undefined;
  const [reference, identifier, status] = [text(body.reference), text(body.identifier), readStatus(body)];
  if (reference === undefined || identifier === undefined || status === undefined) return undefined;
  const ended = Object.hasOwn(outcomes, status) ? outcomes[status] : undefined;
  const code = readCode(body);
  const hasFailed = ended !== undefined && ended !== 'success';
  if (code !== undefined && (code !== 0) !== hasFailed) return undefined;
  const money = readMoney(body);
  if (ended === 'success' && money === undefined) return undefined;

  const outcome = ended === 'declined' && isCancelled(body, type, code) ? 'cancelled' : (ended ?? 'open');
  const isBankMissing = type === 'payout' && outcome === 'declined' && code === bankNotSupportedCode;
  return {
    report: {
      providerReference: reference,
      outcome,
      providerId: identifier,
      ...money,
      ...(hasFailed && code !== undefined && { reason: `ERROR_${code}` }),
      ...(isBankMissing && { cause: 'bankNotSupported' }),
    },
    status,
    ...(code !== undefined && { code }),
    // A payout's bank is known before it is sent, so its challenge is ignored.
    challenge: type === 'payment' ? readChallenge(body) : { kind: 'none' },
  };
}

/** Text, or an object with a name (specification §2.7, §2.10). */
function readStatus({ status }: Record<string, unknown>): string | undefined {
  return text(isObject(status) ? status.name : status);
}

/** `description` is the merchant's own text here, and explains nothing. */
function isCancelled(body: Record<string, unknown>, type: TransactionType, code: number | undefined) {
  const words = [readReason(body), body.error_description];
  return code === cancelledCodes[type] && words.includes(cancelledText);
}
