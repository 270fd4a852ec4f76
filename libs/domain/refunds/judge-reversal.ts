import { isFinal, type TransactionType } from '../transaction/status.js';
import type { ReversalCause, ReviewCause } from '../transaction/report.js';
import { decimalsOf } from '../values/currencies.js';
import { compareAmounts, decimalsWritten, isSameMoney } from '../values/money.js';
import { doubtAbout, isFailure } from './reversal-doubts.js';
import type { ReportedReversal, ReversalKind, ReversalState, ReversalWay } from './reversal.js';
import { isUntold, type KnownReversal, type ReversalSubject, type ToldReversal } from './told-reversal.js';

/** `counts`: its whole amount is in the sums from now on. `cause`: it waits for a person. */
type Standing = {
  readonly state: Exclude<ReversalState, 'dismissed'>;
  readonly counts: boolean;
  readonly cause?: ReversalCause;
};

/**
 * What follows from a told reversal (contract §15.8):
 * - `open`: the transaction has not ended: it is looked up, and judged again at its end.
 * - `agrees`: this way has told it before, or it is a refund of ours.
 * - `review`: a person is asked, and nothing is recorded.
 * - `joined`: another way has told it, or this way tells it again and the doubt is gone. `posts`: it is posted now.
 * - `new`: it is recorded.
 */
export type Judgement =
  | { readonly kind: 'open' }
  | { readonly kind: 'agrees' }
  | { readonly kind: 'review'; readonly cause: ReviewCause }
  | {
      readonly kind: 'joined';
      readonly reversalId: string;
      readonly isNewWord: boolean;
      readonly posts: boolean;
    }
  | { readonly kind: 'new'; readonly standing: Standing };

/** It is one reversal however often, and by whichever way, it is told. */
export function judgeReversal(subject: ReversalSubject, told: ToldReversal): Judgement {
  const refusal = refuseUnfit(subject, told);
  if (refusal) return refusal;
  const { reversals, refunds } = subject;
  const { way, reversal } = told;
  if (reversal.kind === 'provider_refund' && refunds.some(({ providerId }) => providerId === reversal.key))
    return { kind: 'agrees' };
  const repeated = reversals.find(
    ({ kind, words }) =>
      kind === reversal.kind && words.some((word) => word.way === way && word.key === reversal.key),
  );
  if (repeated) return judgeAgain(subject, told, repeated);
  if (isToldFailure(subject, reversal)) return { kind: 'agrees' };
  const other = reversals.find(
    (one) => isUntold(one, told) && compareAmounts(one.amount, reversal.amount) === 0,
  );
  if (other) {
    const ways = new Set([way, ...other.words.map((word) => word.way)]);
    const posts =
      other.state === 'recorded' && standingOf(subject, told, { ways, itself: other }).state === 'posted';
    return { kind: 'joined', reversalId: other.reversalId, isNewWord: true, posts };
  }
  return { kind: 'new', standing: standingOf(subject, told, { ways: new Set([way]) }) };
}

const typesOf: Readonly<Record<ReversalKind, readonly TransactionType[]>> = {
  returned: ['payout', 'refund'],
  provider_refund: ['payment'],
  chargeback: ['payment'],
  chargeback_won: ['payment'],
  inquiry: ['payment'],
};

/** It needs what every report needs: the attempt, a success of ours, and money of the transaction. */
function refuseUnfit({ transaction, attempts }: ReversalSubject, told: ToldReversal): Judgement | undefined {
  const { provider, reversal } = told;
  const attempt = attempts.find(
    (one) => one.provider === provider && one.providerReference === reversal.providerReference,
  );
  if (!attempt) return { kind: 'review', cause: 'unknown attempt' };
  const { type, status, currency } = transaction;
  if (!isFinal(status)) return { kind: 'open' };
  if (status !== 'success' || !typesOf[reversal.kind].includes(type))
    return { kind: 'review', cause: 'contradicts the final state' };
  // The attempt that took the money, or the last one where an operator has declared the success.
  const counting = attempts.find(({ state }) => state === 'final') ?? attempts.at(-1);
  if (attempt !== counting) return { kind: 'review', cause: 'other attempt' };
  if (!isMoneyOf(currency, reversal)) return { kind: 'review', cause: 'wrong amount' };
  return undefined;
}

function isMoneyOf(currency: string, reversal: ReportedReversal): boolean {
  const { amount } = reversal;
  return (
    isSameMoney(reversal, { amount, currency }) &&
    compareAmounts(amount, '0') > 0 &&
    decimalsWritten(amount) <= (decimalsOf(currency) ?? 0)
  );
}

/** Told once more by the same way: nothing follows, unless the doubt about it is gone by now. */
function judgeAgain(subject: ReversalSubject, told: ToldReversal, known: KnownReversal): Judgement {
  if (compareAmounts(known.amount, told.reversal.amount) !== 0)
    return { kind: 'review', cause: 'told with two amounts' };
  if (known.state !== 'recorded') return { kind: 'agrees' };
  const ways = new Set(known.words.map(({ way }) => way));
  const { state } = standingOf(subject, told, { ways, itself: known });
  return state === 'posted'
    ? { kind: 'joined', reversalId: known.reversalId, isNewWord: false, posts: true }
    : { kind: 'agrees' };
}

/** A refund that failed after its success is told as an outcome and as a reversal: all of it comes back once. */
function isToldFailure({ transaction, reversals }: ReversalSubject, reversal: ReportedReversal): boolean {
  if (transaction.type !== 'refund' || compareAmounts(reversal.amount, transaction.amount) !== 0)
    return false;
  return reversals.some(
    ({ amount, state, words }) =>
      state !== 'dismissed' &&
      compareAmounts(amount, transaction.amount) === 0 &&
      (isFailure(reversal.key) || words.some(({ key }) => isFailure(key))),
  );
}

/**
 * The second principle of contract §15: what only makes a merchant's money less, or moves between contra accounts, is posted
 * at once; what makes money spendable again takes a person or two ways that name one amount.
 */
function standingOf(
  subject: ReversalSubject,
  told: ToldReversal,
  { ways, itself }: { readonly ways: ReadonlySet<ReversalWay>; readonly itself?: KnownReversal },
): Standing {
  const { kind } = told.reversal;
  if (kind === 'inquiry') return { state: 'recorded', counts: false };
  const isWitnessed = ways.size > 1;
  const others = subject.reversals.filter((one) => one !== itself);
  const cause = doubtAbout({ ...subject, reversals: others }, told, { isWitnessed });
  if (cause) return { state: 'recorded', counts: false, cause };
  if (kind !== 'returned' || !subject.isSpendable || isWitnessed) return { state: 'posted', counts: true };
  // It can be refunded again at once, but not paid out.
  return { state: 'recorded', counts: subject.transaction.type === 'refund', cause: 'money came back' };
}

/** The verdict that is kept with the word in the inbox. */
export function describeJudgement(judgement: Judgement): string {
  switch (judgement.kind) {
    case 'open':
    case 'agrees':
      return judgement.kind;
    case 'review':
      return `review: ${judgement.cause}`;
    case 'joined':
      return judgement.posts ? 'reversal: posted' : 'reversal: told before';
    case 'new':
      return `reversal: ${judgement.standing.state}`;
  }
}
