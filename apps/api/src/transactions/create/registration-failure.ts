import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import { describeReached } from '#domain/limits/counted-limits';
import { describeTestedCards } from '#domain/risk/refuse-blocked';
import type { TransactionType } from '#domain/transaction/status';
import { readReachedLimit } from '#persistence/limits/limit-counters';
import { readTestedCards } from '#persistence/risk/tested-cards';

/** A payout can be in flight for long; retrying sooner is of little use. */
const inFlightRetrySeconds = 5;

/**
 * What a failed registration means (contract §3). Only an explicit error of Postgres, or a connection that was never
 * established, proves that nothing was registered; anything else may have been committed, and is a 504. The 504 names no
 * identifier: if the row was lost with the connection, a retry is registered under another one; if not, it re-joins.
 */
export function registrationFailure(
  error: unknown,
  requestId: string,
  { type, reference }: { readonly type: TransactionType; readonly reference: string },
): GatewayError {
  const code = codeOf(error);
  if (isNeverConnected(error, code) || isShortOfResources(code))
    return new GatewayError('unavailable', { reference });
  if (code === fundsInsufficient)
    return new GatewayError(type === 'refund' ? 'refundFundsInsufficient' : 'fundsInsufficient', {
      reference,
    });
  if (code === inFlightLimitReached) {
    return new GatewayError('inFlightLimitReached', { reference, retryAfterSeconds: inFlightRetrySeconds });
  }
  const reached = readReachedLimit(error);
  if (reached) {
    return new GatewayError('limitExceeded', { reference, description: describeReached(reached) });
  }
  const tested = readTestedCards(error);
  if (tested) {
    const description = describeTestedCards(tested);
    return new GatewayError('customerBlockedForProject', { reference, description });
  }
  if (code !== undefined && isRefusedByPostgres(code)) {
    return new GatewayError(isVaultMissing(error) ? 'cardNotStored' : 'unexpected', { reference });
  }
  return new GatewayError(timeoutErrors[type], { requestId, reference });
}

/** SQLSTATEs with which the ledger refuses a payout (`libs/persistence/migrations/baseline/ledger.ts`). */
const fundsInsufficient = 'GW001';
const inFlightLimitReached = 'GW002';

const neverConnectedCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', '57P03']);

/** What the pool says, without a code, when no connection was free in time, and when a new one took too long. */
const neverConnectedWords = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

function isNeverConnected(error: unknown, code: string | undefined): boolean {
  if (code !== undefined && neverConnectedCodes.has(code)) return true;
  return error instanceof Error && neverConnectedWords.some((words) => error.message.startsWith(words));
}

/** SQLSTATE class 53: no disk, memory or connection is left for the statement, which is undone; later there may be. */
function isShortOfResources(code: string | undefined): boolean {
  return code?.startsWith('53') === true;
}

/** SQLSTATE classes 08 (connection) and 57 (operator intervention) leave open whether the statement took effect. */
function isRefusedByPostgres(code: string): boolean {
  return (
    /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('08') && !code.startsWith('57') && !code.startsWith('EP')
  );
}

function isVaultMissing(error: unknown): boolean {
  return error instanceof Error && error.message.includes('card_vault');
}

function codeOf(error: unknown): string | undefined {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source)) return undefined;
  return typeof source.code === 'string' ? source.code : undefined;
}
