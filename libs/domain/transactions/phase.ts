import { isFinal, type TransactionStatus } from '../transaction.js';
import type { AttemptState } from './attempt.js';

/**
 * What a transaction waits for:
 * - `unready`: its hosted page to be posted, or its bank to be chosen; surely nothing was sent.
 * - `due`: to be sent, first or on the next route.
 * - `waiting`: the provider has it; the customer or the provider acts next.
 * - `unknown`: it may have reached the provider; only a look-up or a callback can tell.
 * - `final`: nothing, it ended.
 */
export type Phase = 'unready' | 'due' | 'waiting' | 'unknown' | 'final';

/** The phase follows from what is recorded and from nothing else. `attempts`: oldest first. */
export function phaseOf(
  { status, submitDueAt }: { readonly status: TransactionStatus; readonly submitDueAt: Date | undefined },
  attempts: readonly { readonly state: AttemptState }[],
): Phase {
  if (isFinal(status)) return 'final';
  if (submitDueAt === undefined) return 'unready';
  const state = attempts.at(-1)?.state;
  return state === undefined ? 'due' : phaseAfter[state];
}

const phaseAfter: Readonly<Record<AttemptState, Phase>> = {
  not_sent: 'due',
  declined: 'due',
  sending: 'unknown',
  unknown: 'unknown',
  accepted: 'waiting',
  final: 'waiting',
};
