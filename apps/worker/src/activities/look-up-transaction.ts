import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { Standing } from '#contracts/transaction-flow';
import { findAccount } from '#gateway/connectors/find-account';
import type { LookupSubject } from '#persistence/transactions/load-for-lookup';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import type { Gate } from './gate.js';
import { decideAndRecord, phaseOfKnown, standingAfter, standingOf } from './known.js';
import { loadKnown } from './load-known.js';
import { isPastWindow, weighLookup } from './weigh-lookup.js';
import { whileBeating } from './while-beating.js';

/**
 * Asks the provider about the current attempt and records the answer. While the answer decides nothing it fails on
 * purpose, so that Temporal asks again after the plan's next wait, without a further event in the history. Where the
 * latest attempt is over, another run of its submit has ended it: then there is nothing to ask, and the flow goes on. A
 * MID that is asked by as many as may be is left out this time, as if it had not answered.
 */
export function createLookUpTransaction(dependencies: ActivityDependencies, gate: Gate) {
  return async function lookUpTransaction(identifier: string): Promise<Standing> {
    const subject = await loadKnown(dependencies.database, identifier);
    const early = Context.current().info.attempt === 1 ? waitForTurn(subject) : 0;
    if (early > 0) throw stillOpen('its turn has not come', early);
    const mid = subject.attempts.at(-1)?.mid ?? '';
    if (gate.isFull(mid))
      throw stillOpen(`as many questions to ${mid} are under way as may be`, waitAfter(subject));
    const leave = gate.enter(mid);
    crashPoint('before look-up');
    // Contract §14: nobody sends this attempt again, so that its card goes although its result was never recorded.
    const standing = await ask(dependencies, subject, isPastWindow(subject) ? 'cancel' : 'lookUp', {
      forgetCard: true,
    }).finally(leave);
    crashPoint('after look-up');
    if (standing.phase !== 'waiting' && standing.phase !== 'unknown') return standing;
    if (standing.phase !== phaseOfKnown(subject)) return standing;
    throw stillOpen(`the provider's answer leaves it ${standing.phase}`, waitAfter(subject));
  };
}

function stillOpen(message: string, nextRetryDelay: number): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'STILL_OPEN', category, nextRetryDelay });
}

/** One question, for whoever wants to know now. Its "not found" does not count: nobody buys an end by asking often. */
export function createLookUpOnce(dependencies: ActivityDependencies) {
  return async function lookUpOnce(identifier: string): Promise<Standing> {
    return ask(dependencies, await loadKnown(dependencies.database, identifier), 'lookUp', { counts: false });
  };
}

/** Asks the provider to stop collecting. What it answers is evidence like any other: nothing ends without it. */
export function createAskToCancel(dependencies: ActivityDependencies) {
  return async function askToCancel(identifier: string): Promise<Standing> {
    return ask(dependencies, await loadKnown(dependencies.database, identifier), 'cancel', { counts: false });
  };
}

/** Asks about the latest attempt, if anybody can know more of it than is recorded. */
async function ask(
  dependencies: ActivityDependencies,
  subject: LookupSubject,
  question: 'lookUp' | 'cancel',
  { forgetCard = false, counts = true } = {},
): Promise<Standing> {
  const { transaction, attempts } = subject;
  const attempt = attempts.at(-1);
  const phase = phaseOfKnown(subject);
  if (!attempt || (phase !== 'waiting' && phase !== 'unknown')) return standingOf(subject);
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing') return standingOf(subject);
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const { connector, account } = found;
  const { n, providerReference } = attempt;
  const answer = await whileBeating(() =>
    transaction.type === 'payout'
      ? connector.lookUpPayout(providerReference, account, limit)
      : connector[question](providerReference, account, limit),
  );
  const step = await decideAndRecord(dependencies.database, subject, {
    decide: (known) => {
      const progress = weighLookup(known, n, { answer, counts });
      return { ...progress, forgetCard: forgetCard || progress.forgetCard === true };
    },
    reload: () => loadKnown(dependencies.database, transaction.identifier),
  });
  return standingAfter(step);
}

/** The moment a payment can no longer be paid is worth a question of its own: shortly after it. */
const afterWindowMs = 500;

/**
 * Milliseconds until an unanswered attempt may be asked about again, when the waits before were cut short: news of any
 * kind start the look-ups anew, and must not bring "not found" any sooner (contract §9).
 */
function waitForTurn(subject: LookupSubject): number {
  const { transaction, asked, askedAgoMs } = subject;
  const { lookupMs } = transaction.plan.timing;
  if (phaseOfKnown(subject) !== 'unknown') return 0;
  return Math.max(0, (lookupMs[asked] ?? lookupMs.at(-1) ?? 0) - askedAgoMs);
}

/** Milliseconds until the next question, which counts on from those that were asked by a flow that is lost. */
function waitAfter({ transaction, asked, clock }: LookupSubject): number {
  const { lookupMs } = transaction.plan.timing;
  const wait = lookupMs[asked + 1] ?? lookupMs.at(-1) ?? 0;
  const untilWindowEnds = transaction.payableUntil.getTime() - clock().getTime() + afterWindowMs;
  return untilWindowEnds > 0 ? Math.min(wait, untilWindowEnds) : wait;
}
