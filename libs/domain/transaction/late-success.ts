import type { Change } from './change.js';
import { attemptOf, proofOf } from './decide.js';
import { failureOf } from '../refunds/reversal-doubts.js';
import type { LookUpSubject } from './look-ups.js';
import type { LookupResult, ProviderReport } from './report.js';

/*
 * Later look-ups of a successful payment (contract §9) or refund (§15.4). The transaction itself does not change: what its
 * provider tells about the money is a reversal, and an answer that contradicts the success is raised for review.
 */

export function afterSuccessLookUp(
  known: LookUpSubject,
  { n, answer }: { readonly n: number; readonly answer: LookupResult },
): Change {
  const { provider, providerReference } = attemptOf(known, n);
  switch (answer.kind) {
    case 'noAnswer':
      return { lookup: { n, answer: 'no_answer', detail: answer.detail, counts: false } };
    case 'notFound': {
      const lookup = { n, answer: 'not_found', counts: false } as const;
      return { lookup, ...contradiction(known, { providerReference, outcome: 'open', reason: 'not found' }) };
    }
    case 'found': {
      const { report } = answer;
      const lookup = { n, answer: 'found', report, counts: false } as const;
      const proof = proofOf(known, provider, report);
      const told = [
        ...(answer.reversals ?? []),
        ...(proof.kind === 'returned' ? [failureOf(known.transaction, report)] : []),
      ];
      const reversals = told.length > 0 && { reversals: { provider, told } };
      if (proof.kind === 'review') return { lookup, ...reversals, review: { cause: proof.cause, report } };
      return proof.kind === 'open' && !isAboutMoney(answer)
        ? { lookup, ...contradiction(known, report) }
        : { lookup, ...reversals };
    }
  }
}

/** Before the settle time is over, a provider's look-up may lag behind its reports. */
function contradiction({ isSettled }: LookUpSubject, report: ProviderReport): Pick<Change, 'review'> {
  return isSettled ? { review: { cause: 'contradicts the final state', report } } : {};
}

/** Whether the look-up was answered; otherwise it is repeated. */
export function isAnswered({ isSettled }: LookUpSubject, answer: LookupResult): boolean {
  if (answer.kind === 'noAnswer' || (answer.kind === 'found' && answer.isMoneyUnread)) return false;
  if (isSettled) return true;
  return answer.kind === 'found' && (answer.report.outcome !== 'open' || isAboutMoney(answer));
}

/** A word about the money after the success is none about the end (contract §15.4). */
function isAboutMoney({ reversals }: Extract<LookupResult, { kind: 'found' }>): boolean {
  return reversals !== undefined;
}
