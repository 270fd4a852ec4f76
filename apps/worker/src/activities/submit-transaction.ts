import { Context } from '@temporalio/activity';
import { midsOfOtherQueues, nextQueue } from '#contracts/task-queues';
import type { WorkflowState } from '#contracts/transaction-workflow';
import { circuitAfter } from '#domain/transaction/circuit';
import { afterPreparation, afterSubmit } from '#domain/transaction/decide';
import type { Submitted } from '#domain/transaction/report';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import { createSendBy, type SendBy } from '#gateway/connectors/send-by';
import { midsToPrepare } from '#gateway/connectors/find-account';
import { beginAttempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import type { Loaded } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { sendPrepared } from '#persistence/transactions/send-prepared';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder } from './compose-order.js';
import { failNotRegistered } from './failures.js';
import { resumeUnsent } from './resume-unsent.js';
import { loadKnown, momentOf, stateNow } from './step.js';
import { retryOnlyBusy, type SubmitBulkhead } from './submit-bulkhead.js';
import { withHeartbeat } from './with-heartbeat.js';

/**
 * Submits a payment or payout if it is due, and returns its state. The attempt's row is committed before the provider is
 * called and gives the right to call to exactly one run of this activity: every later run, after a crash, a time-out or
 * a reset, finds the row and asks for a look-up instead. The right ends with the attempt's `send_by`, counted from
 * before it was asked for: a run that was held up longer sends nothing (contract §9). Where the provider has to be told
 * something first, the right comes after that; until then every run may begin again.
 */
export function createSubmitTransaction(dependencies: ActivityDependencies, bulkhead: SubmitBulkhead) {
  return retryOnlyBusy(async function submitTransaction(identifier: string): Promise<WorkflowState> {
    const elsewhere = midsOfOtherQueues(dependencies.configuration(), Context.current().info.taskQueue);
    const { loaded, leave, sendBy } = await begin(dependencies, bulkhead, identifier, elsewhere);
    if (!loaded.begun) return resumeUnsent(dependencies, loaded, elsewhere);
    crashPoint('before provider');
    const outcome = await send(dependencies, loaded, loaded.begun, sendBy).finally(leave);
    if (!outcome) return stateNow(await loadKnown(dependencies.database, identifier));
    crashPoint('after provider');
    const state = await record(dependencies, loaded, outcome);
    crashPoint('after record');
    return state;
  });
}

/** `send_by` is counted from when the row is asked for, after the turn to ask for it has come. */
async function begin(
  { database, configuration }: ActivityDependencies,
  bulkhead: SubmitBulkhead,
  identifier: string,
  elsewhere: readonly string[],
) {
  const preparedAt = midsToPrepare(configuration());
  let asked = createSendBy();
  const { loaded, leave } = await withHeartbeat(() =>
    bulkhead.admit((full) => {
      asked = createSendBy();
      return beginAttempt(database, identifier, { notAt: [...elsewhere, ...full], preparedAt });
    }),
  );
  const begun = loaded ?? failNotRegistered(identifier);
  return { loaded: begun, leave, sendBy: asked.after(begun.sendWithinMs) };
}

/** What came of an attempt, and how both stand in the database; the attempt is `preparing` where it was never sent. */
type Outcome = { readonly transaction: Transaction; readonly attempt: Attempt; readonly result: Submitted };

/**
 * Calls the provider once, unless there is no order to send or it is too late. Undefined where another run has the right to
 * send what this one has prepared, or the transaction has ended. Preparation and submit share the time of one call.
 */
async function send(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  sendBy: SendBy,
): Promise<Outcome | undefined> {
  const { transaction, sendWithinMs } = loaded;
  const order = await composeOrder(dependencies, loaded, attempt);
  if (order.kind !== 'composed') return { transaction, attempt, result: order };
  const timeoutMs = transaction.plan.timing.providerCallMs;
  if (attempt.state !== 'preparing') {
    const result = await withHeartbeat(() => order.submit(undefined, { timeoutMs, sendBy }));
    return { transaction, attempt, result };
  }
  const halfMs = timeoutMs / 2;
  const preparation = await withHeartbeat(() => order.prepare({ timeoutMs: halfMs }));
  if (preparation.kind === 'notSent') return { transaction, attempt, result: preparation };
  const { prepared } = preparation;
  crashPoint('before provider');
  const asked = createSendBy();
  const sending = await sendPrepared(dependencies.database, transaction, attempt, prepared);
  if (!sending) return undefined;
  const limit = { timeoutMs: halfMs, sendBy: asked.after(sendWithinMs) };
  return { ...sending, result: await withHeartbeat(() => order.submit(prepared, limit)) };
}

async function record(
  { database, configuration }: ActivityDependencies,
  { earlier, clock }: BegunAttempt,
  { transaction, attempt, result }: Outcome,
): Promise<WorkflowState> {
  const { n, provider, state: begun } = attempt;
  const circuit = circuitAfter(configuration().providers[provider]?.circuit, result);
  const decide = begun === 'preparing' ? afterPreparation : afterSubmit;
  const known: Loaded = { transaction, attempts: [...earlier, attempt], clock };
  const state = await decideAndRecord(database, known, {
    decide: (current) => ({ ...decide(current, { n, result }, momentOf(current)), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
  });
  if (state.phase === 'waiting') return { ...state, isJustSent: true };
  return state.phase === 'due' ? { ...state, ...nextQueue(configuration(), transaction.plan, n) } : state;
}
