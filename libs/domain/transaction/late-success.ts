import type { Change } from './change.js';
import { attemptOf, proofOf } from './decide.js';
import type { LookUpSubject } from './look-ups.js';
import type { LookupResult, ProviderReport } from './report.js';

/*
 * Later look-ups of a successful payment (contract §9). The payment itself does not change: an answer that contradicts its
 * success is raised for review.
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
      if (proof.kind === 'review') return { lookup, review: { cause: proof.cause, report } };
      return proof.kind === 'open' ? { lookup, ...contradiction(known, report) } : { lookup };
    }
  }
}

/** Before the settle time is over, a provider's look-up may lag behind its reports. */
function contradiction({ isSettled }: LookUpSubject, report: ProviderReport): Pick<Change, 'review'> {
  return isSettled ? { review: { cause: 'contradicts the final state', report } } : {};
}

/** Whether the look-up was answered; otherwise it is repeated. */
export function isAnswered({ isSettled }: LookUpSubject, answer: LookupResult): boolean {
  if (answer.kind === 'noAnswer') return false;
  return isSettled || (answer.kind === 'found' && answer.report.outcome !== 'open');
}
