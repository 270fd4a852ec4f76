import type { Challenge } from './challenge.js';
import { isFinal, type TransactionStatus } from './status.js';
import type { Attempt, AttemptState, Known, Transaction } from './transaction.js';

/**
 * What a transaction waits for:
 * - `unready`: its hosted page to be posted, or its bank to be chosen; surely nothing was sent.
 * - `due`: to be sent, first or on the next route.
 * - `waiting`: the provider has it; the customer or the provider acts next.
 * - `unknown`: it may have reached the provider; only a look-up or a callback can tell.
 * - `final`: nothing, it ended.
 */
export type Phase = 'unready' | 'due' | 'waiting' | 'unknown' | 'final';

/** The state of a transaction at one moment, as its workflow and the people at the Temporal UI see it. */
export type State = {
  readonly phase: Phase;
  readonly status: TransactionStatus;
  /** Of the latest attempt; absent while no route is chosen. */
  readonly provider?: string;
  /** ISO 8601 UTC: after it the provider no longer collects, or what makes it ready comes too late. */
  readonly until: string;
  /** Milliseconds until then, below zero when it is over. */
  readonly leftMs: number;
  readonly attempts: readonly ShownAttempt[];
};

/** One attempt as operations staff see it. `route` is its name in the project. */
export type ShownAttempt = {
  readonly n: number;
  readonly route: string;
  readonly mid: string;
  readonly provider: string;
  readonly state: string;
};

export function stateOf(known: Known, now: Date): State {
  const { transaction, attempts } = known;
  const { status, payableUntil, plan } = transaction;
  const provider = attempts.at(-1)?.provider ?? transaction.provider;
  return {
    phase: phaseOf(known),
    status,
    until: payableUntil.toISOString(),
    leftMs: payableUntil.getTime() - now.getTime(),
    ...(provider === undefined ? {} : { provider }),
    attempts: attempts.map(({ n, mid, provider: at, state }) => ({
      n,
      route: plan.routes[n - 1]?.route ?? '',
      mid,
      provider: at,
      state,
    })),
  };
}

/**
 * The only place that says in which phase a transaction is: it follows from what is recorded and from nothing else. What
 * recovery needs of it to start a hundred thousand workflows is repeated in SQL (`due-recoveries.ts`).
 */
export function phaseOf({ transaction, attempts }: PhaseSubject): Phase {
  if (isFinal(transaction.status)) return 'final';
  if (transaction.submitDueAt === undefined) return 'unready';
  const state = attempts.at(-1)?.state;
  return state === undefined ? 'due' : phaseAfter[state];
}

export type PhaseSubject = {
  readonly transaction: Pick<Transaction, 'status' | 'submitDueAt'>;
  readonly attempts: readonly Pick<Attempt, 'state'>[];
};

const phaseAfter: Readonly<Record<AttemptState, Phase>> = {
  preparing: 'due',
  not_sent: 'due',
  declined: 'due',
  sending: 'unknown',
  unknown: 'unknown',
  accepted: 'waiting',
  final: 'waiting',
};

/** The attempt that its provider may know more of than is recorded: worth a look-up. */
export function openAttemptOf(known: Known): Attempt | undefined {
  const phase = phaseOf(known);
  return phase === 'waiting' || phase === 'unknown' ? known.attempts.at(-1) : undefined;
}

/**
 * Whether a payment awaits the customer's hosted form: an HPP payment from its registration, an H2H payment whose card is
 * still to be entered likewise. Nothing of it was sent.
 */
export function isAwaitingForm({
  type,
  ...transaction
}: Pick<Transaction, 'type' | 'status' | 'submitDueAt'>): boolean {
  return type === 'payment' && phaseOf({ transaction, attempts: [] }) === 'unready';
}

/**
 * Until when the customer can pay or the bank can be chosen (contract §6); undefined where there is no such time: a payout
 * that waits for no choice, and whatever is final.
 */
export function expiresAt({
  type,
  status,
  submitDueAt,
  payableUntil,
}: Pick<Transaction, 'type' | 'status' | 'submitDueAt' | 'payableUntil'>): Date | undefined {
  const phase = phaseOf({ transaction: { status, submitDueAt }, attempts: [] });
  if (phase === 'final' || (type === 'payout' && phase !== 'unready')) return undefined;
  return payableUntil;
}

/**
 * The status of a payment that a provider has just accepted. `pending` → `created` happens once (contract §9): where
 * the first challenge was our own form, the provider's is shown while the payment stays `pending`.
 */
export function acceptedStatus(
  payment: Pick<Transaction, 'style' | 'openedAt'>,
  challenge: Challenge | undefined,
): Extract<TransactionStatus, 'created' | 'pending'> {
  const wasCreated = payment.style === 'h2h' && payment.openedAt !== undefined;
  return challenge === undefined || wasCreated ? 'pending' : 'created';
}
