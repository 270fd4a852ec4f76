import type { LookupResult } from '#domain/transaction/report';
import { noAnswer, type Exchange } from '../call-provider.js';
import { readError } from './read-error.js';
import { readReversals } from './read-reversal.js';
import { readTransaction } from './read-transaction.js';
import type { Submitted } from './translate-submit.js';

const notFoundCode = 35;
const notFoundReason = 'Resource not found';

/**
 * The table of the look-up. `notFound` needs the upstream gateway's explicit answer about this reference: an unknown path or
 * merchant proves nothing.
 */
export function translateLookup(exchange: Exchange, { type, providerReference }: Submitted): LookupResult {
  if (exchange.kind !== 'answered') return noAnswer(exchange);
  const { status, body } = exchange;
  const error = readError(body);
  if (status === 200) {
    const transaction = readTransaction(body, type);
    if (transaction?.report.providerReference === providerReference) {
      const { report, challenge } = transaction;
      const reversals = readReversals(body);
      const isPayable = report.outcome === 'open' && challenge.kind === 'read';
      return {
        kind: 'found',
        report,
        ...(isPayable && { challenge: challenge.challenge }),
        ...(reversals.length > 0 && { reversals }),
      };
    }
  }
  const isNotFound = status === 404 && error?.code === notFoundCode && error.reason === notFoundReason;
  if (isNotFound && error.reference === providerReference) return { kind: 'notFound' };
  const detail = error ? `status ${status}, error ${error.code}` : `status ${status}`;
  return { kind: 'noAnswer', cause: status >= 500 ? 'communication' : 'unreadable', detail };
}
