import { Context } from '@temporalio/activity';
import type { WorkflowState } from '#contracts/transaction-flow';
import { applyChange } from '#domain/transaction/change';
import { circuitAfter } from '#domain/transaction/circuit';
import { afterSubmit } from '#domain/transaction/decide';
import { afterNoRoute } from '#domain/transaction/decide-end';
import type { Submitted } from '#domain/transaction/report';
import { isUnposted, type State } from '#domain/transaction/state';
import type { Attempt } from '#domain/transaction/transaction';
import { createSendBy } from '#gateway/connectors/send-by';
import { beginAttempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import { offerForm } from '#persistence/transactions/hosted-page';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import { limitedElsewhere, nextQueue } from './submit-queues.js';
import { sendAttempt } from './send-attempt.js';
import { decideAndRecord, loadKnown, momentOf, stateNow, type Loaded } from './step.js';
import { retryOnlyBusy, type SubmitGate } from './submit-gate.js';
import { whileBeating } from './while-beating.js';

/**
 * Submits a payment or payout if it is due, and returns its state. The attempt's row is committed before the provider is
 * called and gives the right to call to exactly one run of this activity: every later run, after a crash, a time-out or
 * a reset, finds the row and asks for a look-up instead. The right ends with the attempt's `send_by`, counted from
 * before its row was asked for: a run that was held up longer sends nothing (contract §9).
 */
export function createSubmitTransaction(dependencies: ActivityDependencies, gate: SubmitGate) {
  return retryOnlyBusy(async function submitTransaction(identifier: string): Promise<WorkflowState> {
    const elsewhere = limitedElsewhere(dependencies.configuration(), Context.current().info.taskQueue);
    const { loaded, leave, sendBy } = await begin(dependencies, gate, identifier, elsewhere);
    if (!loaded.begun) return wait(dependencies, loaded, elsewhere);
    crashPoint('before provider');
    const result = await sendAttempt(dependencies, loaded, loaded.begun, sendBy).finally(leave);
    crashPoint('after provider');
    const state = await record(dependencies, loaded, loaded.begun, result);
    crashPoint('after record');
    return state;
  });
}

/** The time to be sent in counts from when the row is asked for, after the turn to ask for it has come. */
async function begin(
  { database }: ActivityDependencies,
  gate: SubmitGate,
  identifier: string,
  elsewhere: readonly string[],
) {
  let asked = createSendBy();
  const { loaded, leave } = await whileBeating(() =>
    gate.admit((full) => {
      asked = createSendBy();
      return beginAttempt(database, identifier, [...elsewhere, ...full]);
    }),
  );
  const begun = loaded ?? failNotRegistered(identifier);
  return { loaded: begun, leave, sendBy: asked.after(begun.sendWithinMs) };
}

async function record(
  { database, configuration }: ActivityDependencies,
  loaded: BegunAttempt,
  begun: Attempt,
  result: Submitted,
): Promise<WorkflowState> {
  const { transaction, earlier, clock } = loaded;
  const { n, provider } = begun;
  const circuit = circuitAfter(configuration().providers[provider]?.circuit, result);
  const known: Loaded = { transaction, attempts: [...earlier, begun], clock };
  const state = await decideAndRecord(database, known, {
    decide: (current, moment) => ({ ...afterSubmit(current, { n, result }, moment), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
  });
  if (state.phase === 'waiting') return { ...state, isJustSent: true };
  return state.phase === 'due' ? { ...state, ...nextQueue(configuration(), transaction, n) } : state;
}

/** Nothing was begun here: its MID is submitted to from another queue, or there is nothing to submit now. */
async function wait(
  dependencies: ActivityDependencies,
  { transaction, earlier: attempts, clock, dueMid, isTooOld }: BegunAttempt,
  elsewhere: readonly string[],
): Promise<WorkflowState> {
  const known: Loaded = { transaction, attempts, clock };
  const isElsewhere = dueMid !== undefined && elsewhere.includes(dueMid);
  const state = isElsewhere ? stateNow(known) : await resume(dependencies, known, isTooOld);
  return { ...state, ...nextQueue(dependencies.configuration(), transaction, attempts.length) };
}

/** The transaction is over, not due, due no more, or an earlier attempt already has the only right to be sent. */
async function resume({ database }: ActivityDependencies, known: Loaded, isTooOld: boolean): Promise<State> {
  const { transaction, attempts } = known;
  if (transaction.style === 'h2h' && isUnposted(transaction)) return offer(database, known);
  const input = { isTooOld, made: attempts.length };
  if (!afterNoRoute(known, input, momentOf(known))) return stateNow(known);
  return decideAndRecord(database, known, {
    decide: (current, moment) => afterNoRoute(current, input, moment) ?? {},
    reload: () => loadKnown(database, transaction.identifier),
  });
}

/** Contract §6: the challenge of an H2H payment without its card is our own form, offered once. */
async function offer(database: ActivityDependencies['database'], known: Loaded): Promise<State> {
  const { identifier, status } = known.transaction;
  if (status === 'created' || !(await offerForm(database, identifier))) return stateNow(known);
  return stateNow({ ...applyChange(known, {}, 'created'), clock: known.clock });
}
