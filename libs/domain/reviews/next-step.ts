import type { ReviewCause } from '../transaction/report.js';
import type { Phase } from '../transaction/state.js';
import type { TransactionType } from '../transaction/status.js';
import type { RaisedCause } from './review-causes.js';

/** What is left to do about a review, in words. */
type Todo = {
  /** What is done outside the gateway, before anything is decided. Absent: nothing. */
  readonly first?: string;
  /** The same of a transaction of which nothing was sent yet. */
  readonly firstUnsent?: string;
  /** Nothing but the closing is left once the transaction has ended. */
  readonly isOverAtEnd?: true;
  /** What ends the transaction that waits for it: `resolve` one that may have been sent, `approve` one that is held. */
  readonly decides?: 'resolve' | 'approve';
  /** A condition of the closing. */
  readonly closing?: string;
  /** The provider has answered, and its answer ends nothing by itself. */
  readonly isAnswered?: true;
};

const settled = 'settle it with the provider';
const settledWithBoth = 'settle it with the provider and the merchant, outside the gateway';
const compared = 'compare the line of the statement with what is recorded, and settle it with the provider';
const withoutAdjustment = ' without an adjustment';

const todos: Readonly<Record<ReviewCause | RaisedCause, Todo>> = {
  'wrong amount': { first: settled, decides: 'resolve', isAnswered: true },
  'contradicts the final state': { first: settledWithBoth },
  'other attempt': { first: `${settledWithBoth}: the customer may have paid twice` },
  'attempt was over': { first: `${settledWithBoth}, and report a fault of ours` },
  'was held as not sent': { first: 'ask the provider to stop it, and settle it with the merchant' },
  'unknown attempt': { first: 'ask the provider whose attempt it is' },
  'no progress for too long': {
    first: 'ask the provider',
    firstUnsent: 'find out why it is not sent',
    decides: 'resolve',
    isOverAtEnd: true,
  },
  'awaits approval at the provider': { first: 'approve or drop it at the provider', isAnswered: true },
  'not found at the provider': {
    first: 'ask the provider',
    decides: 'resolve',
    isAnswered: true,
    isOverAtEnd: true,
  },
  'account in another name': { first: 'ask the merchant whom it means to pay', decides: 'approve' },
  'refund above the limit of one person': { decides: 'approve' },
  'money came back': {
    first: 'ask the provider whether the money is back',
    closing: ' with `"adjustment": "returned"` if it is',
  },
  'more came back than was paid out': { first: settled, closing: withoutAdjustment },
  'more was won back than was charged back': { first: settled, closing: withoutAdjustment },
  'may be a refund of ours': { first: 'wait for the end of our refund of that amount' },
  'told with two amounts': { first: settled },
  'more went back than was paid': { first: settledWithBoth },
  'statement: status': { first: compared, decides: 'resolve' },
  'statement: amount': { first: compared },
  'statement: currency': { first: compared },
  'statement: twice': { first: 'ask the provider for the second charge back' },
};

const unknownTodo: Todo = { first: 'see what the newer build that raised it says of it' };

function todoOf(cause: string): Todo {
  return cause in todos ? todos[cause as keyof typeof todos] : unknownTodo;
}

/** Whether the provider has answered, so that its callback is no longer what the transaction waits for. */
export function isAnswered(cause: string): boolean {
  return todoOf(cause).isAnswered === true;
}

/** Whether an operator's `resolve` settles a review of this cause: it may be closed together with it. */
export function isResolvable(cause: string): boolean {
  return todoOf(cause).decides === 'resolve';
}

/** The updates that decide about a transaction which a person holds. */
const approvals: Readonly<Record<TransactionType, string>> = {
  payment: '',
  payout: '`approve` it, or end it by `cancelPayout`',
  refund: '`approve` it, or end it by `cancelRefund`',
};

/** The transaction that a review is about, as far as the next step depends on it. */
export type ReviewedTransaction = { readonly type: TransactionType; readonly phase: Phase };

/** The update of the transaction that decides what a review of this cause is about; undefined if none can now. */
export function decidingUpdate(cause: string, { type, phase }: ReviewedTransaction): string | undefined {
  const { decides } = todoOf(cause);
  if (decides === 'resolve' && (phase === 'waiting' || phase === 'unknown')) return `\`resolve\` the ${type}`;
  if (decides === 'approve' && phase === 'awaitingInput') return approvals[type];
  return undefined;
}

/** What a person does next about a review, in words: `ask the provider, \`resolve\` the payment, then close the review`. */
export function nextStep(
  cause: string,
  transaction: ReviewedTransaction,
  /** Where the transaction is decided about, and how the review is closed. */
  { decide, close }: { readonly decide: string; readonly close: string },
): string {
  const todo = todoOf(cause);
  const update = decidingUpdate(cause, transaction);
  const steps = [firstOf(todo, transaction), update && `${update}${decide}`].filter(
    (step) => step !== undefined,
  );
  return [...steps, `${steps.length > 0 ? 'then ' : ''}${close}${todo.closing ?? ''}`].join(', ');
}

function firstOf(
  { first, firstUnsent = first, decides, isOverAtEnd }: Todo,
  { phase }: ReviewedTransaction,
): string | undefined {
  const isOver = decides === 'approve' ? phase !== 'awaitingInput' : isOverAtEnd && phase === 'final';
  if (isOver) return undefined;
  return phase === 'awaitingInput' || phase === 'due' ? firstUnsent : first;
}
