import type { EventState } from '../delivery/event-states.js';
import type { ShownReview } from '../reviews/describe-review.js';
import { isAnswered, nextStep } from '../reviews/next-step.js';
import { isHeldCause } from '../reviews/review-causes.js';
import type { AwaitedInput, Phase, ShownAttempt, State } from './state.js';
import type { TransactionType } from './status.js';

/** What operations staff are told about a transaction. */
export type DescribedTransaction = {
  readonly type: TransactionType;
  readonly identifier: string;
  readonly state: Pick<State, 'phase' | 'status' | 'until'> & Partial<Pick<State, 'provider' | 'awaits'>>;
  readonly attempts: readonly ShownAttempt[];
  /** Its open reviews. */
  readonly reviews: readonly ShownReview[];
  /** A review of it was closed. */
  readonly wasReviewed?: boolean;
  /** State of its callback; undefined while a delivery is under way. */
  readonly delivery?: EventState | undefined;
  /** The proposal of an operator that awaits a second one, in words. */
  readonly proposal?: string | undefined;
  /** These are the last words of its workflow: what is closed or raised from now on, they do not show. */
  readonly isLast?: boolean;
};

/** Lists are cut after this many reviews: each of them is on the page of the review's workflow. */
const shownReviewsMax = 5;

/**
 * A transaction in words, as Markdown: its status, what it waits for, what a person has to do, and one line per attempt. Nothing
 * in it becomes untrue while the state stays the same, except for a time that passes after `now`.
 */
export function describeState(transaction: DescribedTransaction, now: Date): string {
  const { state, attempts, proposal, isLast = false } = transaction;
  const provider = state.provider ? ` at provider **${state.provider}**` : '';
  const head = `**${state.status}**${provider}. ${waitOf(transaction, now)}`;
  const reviews = isLast ? lastWords(transaction) : reviewLines(transaction);
  const proposed = proposal !== undefined && state.phase !== 'final' ? [proposal] : [];
  const listed = attempts.toSorted((one, other) => one.n - other.n).map(describeAttempt);
  return [head, ...reviews, ...proposed, ...(listed.length > 0 ? [listed.join('\n')] : [])].join('\n\n');
}

/** A step has failed, so that only Postgres knows the state: what was shown before may be untrue. The reviews are open all the same. */
export function describeFailedStep({
  identifier,
  reviews,
}: Pick<DescribedTransaction, 'identifier' | 'reviews'>): string {
  const failed = 'The last step failed. It is tried again, and reads the recorded state first.';
  if (reviews.length === 0) return failed;
  return `${failed}\n\n**A person is needed**: ${listReviews(reviews)}. Workflow ${placeOf({ identifier })} says what is left to do.`;
}

function describeAttempt({ n, route, mid, provider, state }: ShownAttempt): string {
  return `- attempt ${n}: route **${route}**, MID **${mid}**, provider **${provider}**: ${state.replaceAll('_', ' ')}`;
}

function reviewLines(transaction: DescribedTransaction): string[] {
  const { reviews } = transaction;
  const lines = reviews.slice(0, shownReviewsMax).map((review) => describeReview(review, transaction));
  const more = reviews.length - lines.length;
  if (more > 0) lines.push(`${more} more reviews are open: workflow ${placeOf(transaction)}.`);
  return lines.length > 0 ? lines : afterClosing(transaction);
}

/** One open review in words, with the next step of the person who is needed. */
function describeReview({ id, cause, said }: ShownReview, transaction: DescribedTransaction): string {
  const { type, state } = transaction;
  const close = `close the review in workflow ${placeOf(transaction)}`;
  const next = nextStep(cause, { type, phase: state.phase }, { decide: '', close });
  return `**A person is needed**: review ${id}, ${cause}: ${said}.${decided(cause, transaction)} Next: ${next}.`;
}

/** What was decided about the transaction while the review stayed open. */
function decided(cause: string, { type, state: { phase, status } }: DescribedTransaction): string {
  if (phase === 'final') return ` The ${type} has ended as ${status}; its review is still open.`;
  const isApproved = isHeldCause(cause) && phase !== 'awaitingInput';
  return isApproved ? ` The ${type} was approved; its review is still open.` : '';
}

/** A person who closes the review of an open transaction may have forgotten the transaction. */
function afterClosing({ type, state: { phase }, wasReviewed }: DescribedTransaction): string[] {
  return wasReviewed && (phase === 'waiting' || phase === 'unknown')
    ? [`A review of it was closed; the ${type} is still open, until its provider or \`resolve\` ends it.`]
    : [];
}

/** The workflow ends: its page stays as it is, whatever becomes of a review. */
function lastWords(transaction: DescribedTransaction): string[] {
  const place = placeOf(transaction);
  const { reviews } = transaction;
  return reviews.length === 0
    ? [`Whatever needs a person from now on is in workflow ${place}.`]
    : [
        `**Still open when this workflow ended**: ${listReviews(reviews)}. Workflow ${place} says what is left to do.`,
      ];
}

function listReviews(reviews: readonly ShownReview[]): string {
  return reviews.map(({ id, cause, said }) => `review ${id}, ${cause}: ${said}`).join('; ');
}

function placeOf({ identifier }: Pick<DescribedTransaction, 'identifier'>): string {
  return `\`review/${identifier}\``;
}

function waitOf(transaction: DescribedTransaction, now: Date): string {
  const { type, state, reviews } = transaction;
  const isOpen = state.phase === 'waiting' || state.phase === 'unknown';
  const isWithPerson = isOpen && reviews.some(({ cause }) => isAnswered(cause));
  const wait = isWithPerson ? answered : waits[state.phase](transaction, now);
  return state.phase === 'final' ? wait : `${wait}${kept[type]}`;
}

const answered = 'Its provider has answered, and the answer does not end it: a person has to decide.';

/** What becomes of the money meanwhile. */
const kept: Readonly<Record<TransactionType, string>> = {
  payment: '',
  payout: ' The funds are reserved.',
  refund: ' Its amount is held.',
};

const waits: Readonly<Record<Phase, (transaction: DescribedTransaction, now: Date) => string>> = {
  awaitingInput: ({ state }) => awaited(state.until, state.awaits),
  due: ({ type }) => `It is about to be sent${type === 'refund' ? '' : ' to the next provider'}.`,
  waiting: ({ type, state }, now) => {
    const accepted =
      "The provider has accepted it. Waiting for the provider's callback, and looking it up meanwhile.";
    const isPayable = type === 'payment' && new Date(state.until) > now;
    return isPayable ? `${accepted} The customer can pay until ${state.until}.` : accepted;
  },
  unknown: ({ type }) =>
    `The provider did not answer clearly and may have ${did[type]}. The ${type} is never sent again; it is looked up until the outcome is known.`,
  final: ({ delivery = 'pending' }) => `It has ended. ${callbacks[delivery]}`,
};

const did: Readonly<Record<TransactionType, string>> = {
  payment: 'taken the money',
  payout: 'paid',
  refund: 'refunded',
};

/** What is not sent yet. States of earlier builds do not say what it waits for. */
function awaited(until: string, awaits: AwaitedInput | undefined): string {
  switch (awaits?.kind) {
    case undefined:
      return `Nothing was sent yet: it waits for its input, until ${until}.`;
    case 'page':
      return `Waiting for the customer to pay on the hosted page, until ${until}.`;
    case 'bank': {
      const more = awaits.more > 0 ? `, and ${awaits.more} more` : '';
      return `Waiting for the merchant to choose the bank, until ${until}. Offered: ${awaits.banks.join(', ')}${more}.`;
    }
    case 'approval':
      return `Held before it was sent, until ${until}: it waits for a person to \`approve\` it.`;
    case 'turn':
      return 'Not sent yet: it waits for its turn among the refunds of its payment.';
  }
}

const callbacks: Readonly<Record<EventState, string>> = {
  pending:
    'Delivering the callback; in the Temporal UI the pending activity shows the last result and the next attempt.',
  none: 'There is no callback for it.',
  delivered: 'The merchant has accepted the callback.',
  stopped: "The merchant's endpoint has answered 410: the callback is not sent again.",
  exhausted: 'The merchant never accepted the callback, and it is no longer retried automatically.',
  paused:
    'The callback is not delivered yet, because its endpoint is paused. It is sent when the endpoint accepts callbacks again; `deliverNow` tries it at once.',
};
