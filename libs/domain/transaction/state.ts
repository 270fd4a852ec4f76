import type { Challenge } from './challenge.js';
import { routesTaken } from './retries.js';
import { isFinal, type TransactionStatus } from './status.js';
import type { Attempt, AttemptState, Known, Transaction } from './transaction.js';

/**
 * The event that a transaction waits for:
 * - `awaitingInput`: its hosted page is posted, or its bank is chosen; nothing was sent, or what was sent has been declined.
 * - `due`: it is sent, on its first or next route.
 * - `waiting`: the provider has accepted it; the customer or the provider acts next.
 * - `unknown`: it may have reached the provider; a look-up or a callback shows whether it has.
 * - `final`: none, it has ended.
 */
export type Phase = 'awaitingInput' | 'due' | 'waiting' | 'unknown' | 'final';

/** The state of a transaction at one moment, as its workflow and the Temporal UI show it. */
export type State = {
  readonly phase: Phase;
  readonly status: TransactionStatus;
  /** Provider of the latest attempt; absent while no route is chosen. */
  readonly provider?: string;
  /** ISO 8601 UTC: the end of the time to pay, or to post the page or choose the bank. */
  readonly until: string;
  /** Milliseconds until then, negative afterwards. */
  readonly leftMs: number;
  readonly attempts: readonly ShownAttempt[];
  /** In the phase `awaitingInput`: what it waits for. */
  readonly awaits?: AwaitedInput;
};

/**
 * What a transaction waits for before it is sent:
 * - `page`: the customer, who has not posted the hosted page.
 * - `bank`: the merchant, who has been offered these banks.
 * - `approval`: a person, who has to approve it.
 * - `turn`: the refunds of the same payment before it.
 */
export type AwaitedInput =
  { readonly kind: 'page' | 'approval' | 'turn' } | ({ readonly kind: 'bank' } & OfferedBanks);

/** `banks`: `058 GTBank`, at most the first few. `more`: number of the others. */
type OfferedBanks = { readonly banks: readonly string[]; readonly more: number };

/** Some providers offer hundreds, and the state is kept in the history of the workflow. */
const shownBanksMax = 10;

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
  const phase = phaseOf(known);
  return {
    phase,
    status,
    ...(phase === 'awaitingInput' && { awaits: awaitedBy(transaction) }),
    until: payableUntil.toISOString(),
    leftMs: payableUntil.getTime() - now.getTime(),
    ...(provider === undefined ? {} : { provider }),
    attempts: attempts.map(({ n, mid, provider: at, state }) => ({
      n,
      route: plan.routes[routesTaken(attempts.slice(0, n - 1))]?.route ?? '',
      mid,
      provider: at,
      state,
    })),
  };
}

/** The choice of a bank is a challenge; it is deleted once it is made, also if a person must approve the payout then. */
export function awaitedBy({
  type,
  challenge,
  waitsFor,
}: Pick<Transaction, 'type' | 'challenge' | 'waitsFor'>): AwaitedInput {
  if (type === 'payment') return { kind: 'page' };
  if (waitsFor !== undefined) return { kind: 'turn' };
  if (challenge?.type !== 'bank_code') return { kind: 'approval' };
  const banks = challenge.banks.map(({ code, name }) => `${code} ${name}`);
  return {
    kind: 'bank',
    banks: banks.slice(0, shownBanksMax),
    more: Math.max(0, banks.length - shownBanksMax),
  };
}

/**
 * The phase of a transaction, which follows from its recorded state alone. No other code decides on it, except for the part
 * that recovery needs to start a hundred thousand workflows, which is repeated in SQL (`due-recoveries.ts`).
 */
export function phaseOf({ transaction, attempts }: PhaseSubject): Phase {
  if (isFinal(transaction.status)) return 'final';
  if (isAwaitingInput(transaction)) return 'awaitingInput';
  const state = attempts.at(-1)?.state;
  return state === undefined ? 'due' : phaseAfter[state];
}

function isAwaitingInput({ status, submitDueAt }: PhaseSubject['transaction']): boolean {
  return !isFinal(status) && submitDueAt === undefined;
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

/** The attempt about which its provider may know more than is recorded, so that a look-up is worthwhile. */
export function openAttemptOf(known: Known): Attempt | undefined {
  const phase = phaseOf(known);
  return phase === 'waiting' || phase === 'unknown' ? known.attempts.at(-1) : undefined;
}

/**
 * Whether a payment awaits the customer's hosted form: an HPP payment, or an H2H payment whose card is entered on our form.
 * Nothing was sent yet, or what was sent has been declined.
 */
export function isAwaitingForm({
  type,
  ...transaction
}: Pick<Transaction, 'type' | 'status' | 'submitDueAt'>): boolean {
  return type === 'payment' && isAwaitingInput(transaction);
}

/**
 * The end of the time in which the customer can pay or the bank can be chosen (contract §6); undefined for a payout that
 * awaits no choice, for a refund that is not held, and for a final transaction.
 */
export function expiresAt({
  type,
  status,
  submitDueAt,
  payableUntil,
  waitsFor,
}: Pick<Transaction, 'type' | 'status' | 'submitDueAt' | 'payableUntil' | 'waitsFor'>): Date | undefined {
  if (waitsFor !== undefined) return undefined;
  const isOpen = type === 'payment' ? !isFinal(status) : isAwaitingInput({ status, submitDueAt });
  return isOpen ? payableUntil : undefined;
}

/**
 * The status of a payment that a provider has just accepted. `pending` → `created` happens once (contract §9): where
 * the first challenge was our own form, or that of a card that was declined, the provider's is shown while the payment stays
 * `pending`.
 */
export function acceptedStatus(
  payment: Pick<Transaction, 'style' | 'openedAt' | 'tries' | 'challengeType'>,
  challenge: Challenge | undefined,
): Extract<TransactionStatus, 'created' | 'pending'> {
  const { style, openedAt, tries, challengeType } = payment;
  const wasCreated =
    (style === 'h2h' && openedAt !== undefined) || (tries > 0 && challengeType !== undefined);
  return challenge === undefined || wasCreated ? 'pending' : 'created';
}
