import { Context } from '@temporalio/activity';
import type { WorkflowState } from '#contracts/transaction-flow';
import { isPastWindow, nextLookUpMs, untilTurnMs } from '#domain/transaction/look-ups';
import { phaseOf } from '#domain/transaction/state';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askProvider } from './ask-provider.js';
import { again } from './failures.js';
import type { Gate } from './gate.js';
import { loadKnown } from './step.js';

/**
 * Asks the provider about the current attempt and records the answer. While the answer decides nothing it fails on
 * purpose, so that Temporal asks again after the plan's next wait, without a further event in the history. Where the
 * latest attempt is over, another run of its submit has ended it: then there is nothing to ask, and the workflow goes on.
 * A MID that is asked by as many as may be is left out this time, as if it had not answered.
 */
export function createLookUpTransaction(dependencies: ActivityDependencies, gate: Gate) {
  return async function lookUpTransaction(identifier: string): Promise<WorkflowState> {
    const subject = await loadKnown(dependencies.database, identifier);
    const early = Context.current().info.attempt === 1 ? untilTurnMs(subject) : 0;
    if (early > 0) throw stillOpen('its turn has not come', early);
    const waitMs = () => nextLookUpMs(subject, subject.clock());
    const mid = subject.attempts.at(-1)?.mid ?? '';
    if (gate.isFull(mid)) throw stillOpen(`as many questions to ${mid} are under way as may be`, waitMs());
    const leave = gate.enter(mid);
    crashPoint('before look-up');
    const question = isPastWindow(subject, subject.clock()) ? 'cancel' : 'lookUp';
    const state = await askProvider(dependencies, subject, { question, counts: true }).finally(leave);
    crashPoint('after look-up');
    if (state.phase !== 'waiting' && state.phase !== 'unknown') return state;
    if (state.phase !== phaseOf(subject)) return state;
    throw stillOpen(`the provider's answer leaves it ${state.phase}`, waitMs());
  };
}

function stillOpen(message: string, nextRetryDelay: number) {
  return again('STILL_OPEN', message, nextRetryDelay);
}
