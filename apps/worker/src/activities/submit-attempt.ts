import { Context } from '@temporalio/activity';
import { midsOfOtherQueues, nextQueue } from '#contracts/task-queues';
import type { StepResult } from '#contracts/step-result';
import { circuitAfter } from '#domain/transaction/circuit';
import { afterPreparation, afterSubmit } from '#domain/transaction/decide';
import type { Submitted } from '#domain/transaction/report';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import { midsToPrepare } from '#gateway/connectors/find-account';
import { createSendBy, type SendBy } from '#gateway/connectors/send-by';
import { beginAttempt, type SubmitSubject } from '#persistence/transactions/begin-attempt';
import type { Loaded } from '#persistence/transactions/load-known';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { sendPrepared } from '#persistence/transactions/send-prepared';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder } from './compose-order.js';
import { failNotRegistered } from './failures.js';
import { publishAttempt, publishStep } from './publish-step.js';
import { awaitOtherRun } from './resume-unsent.js';
import { loadKnown, momentOf } from './step.js';
import type { SubmitBulkhead } from './submit-bulkhead.js';
import { callTimed, withHeartbeat } from './with-heartbeat.js';

/** A transaction that was loaded to be submitted; with `subject.attempt` this run alone may call the provider. */
type SubmitClaim = {
  readonly subject: SubmitSubject;
  /** MIDs that this queue must not submit to. */
  readonly otherQueueMids: readonly string[];
  /** The end of the right to call. */
  readonly sendBy: SendBy;
  /** Gives back the slot of the attempt's MID. */
  readonly release: () => void;
};

/**
 * The steps of a submit. The attempt's row is committed before the provider is called and gives the right to call to exactly
 * one run: every later run, after a crash, a time-out or a reset, finds the row and sends nothing. The right ends with the
 * attempt's `send_by`, counted from before the row was requested: a run that was held up longer sends nothing either
 * (contract §9). A provider that needs preparation is prepared before the right is taken; until then every run may repeat
 * the preparation.
 */
export function createSubmitSteps(dependencies: ActivityDependencies, bulkhead: SubmitBulkhead) {
  return {
    claim: (identifier: string) => claimAttempt(dependencies, bulkhead, identifier),
    send: async ({ subject, sendBy, release }: SubmitClaim, attempt: Attempt): Promise<StepResult> => {
      crashPoint('before provider');
      const outcome = await callProvider(dependencies, { subject, attempt, sendBy }).finally(release);
      if (!outcome) return awaitOtherRun(dependencies, subject.transaction);
      crashPoint('after provider');
      const result = await recordOutcome(dependencies, subject, outcome);
      crashPoint('after record');
      return result;
    },
  };
}

async function claimAttempt(
  { database, configuration }: Pick<ActivityDependencies, 'database' | 'configuration'>,
  bulkhead: SubmitBulkhead,
  identifier: string,
): Promise<SubmitClaim> {
  const otherQueueMids = midsOfOtherQueues(configuration(), Context.current().info.taskQueue);
  const preparedMids = midsToPrepare(configuration());
  let requested = createSendBy();
  const { claimed, release } = await withHeartbeat(() =>
    bulkhead.claim((fullMids) => {
      // The wait for a turn in the bulkhead does not count.
      requested = createSendBy();
      const excludedMids = [...otherQueueMids, ...fullMids];
      return beginAttempt(database, identifier, { excludedMids, preparedMids });
    }),
  );
  const subject = claimed ?? failNotRegistered(identifier);
  return { subject, otherQueueMids, release, sendBy: requested.after(subject.sendWithinMs) };
}

/** The result of an attempt, and how attempt and transaction are recorded; `preparing` if the attempt was never sent. */
type SubmitOutcome = {
  readonly transaction: Transaction;
  readonly attempt: Attempt;
  readonly result: Submitted;
};

/**
 * Calls the provider once, unless there is no order to send or `sendBy` has passed. Undefined if another run has taken the
 * right to send what this one has prepared, or the transaction has ended. Preparation and submit share the time of one call.
 */
async function callProvider(
  dependencies: ActivityDependencies,
  { subject, attempt, sendBy }: Pick<SubmitClaim, 'subject' | 'sendBy'> & { readonly attempt: Attempt },
): Promise<SubmitOutcome | undefined> {
  const { transaction, sendWithinMs } = subject;
  const order = await composeOrder(dependencies, subject, attempt);
  if (order.kind !== 'composed') return { transaction, attempt, result: order };
  const timeoutMs = transaction.plan.timing.providerCallMs;
  const call = { transaction, attempt, operation: 'submit' } as const;
  if (attempt.state !== 'preparing') {
    const limit = { timeoutMs, sendBy };
    const result = await callTimed(dependencies, call, () => order.submit(undefined, limit));
    return { transaction, attempt, result };
  }
  const halfMs = timeoutMs / 2;
  const preparation = await callTimed(dependencies, { ...call, operation: 'prepare' }, () =>
    order.prepare({ timeoutMs: halfMs }),
  );
  if (preparation.kind === 'notSent') return { transaction, attempt, result: preparation };
  const { prepared } = preparation;
  crashPoint('before provider');
  const requested = createSendBy();
  const sending = await sendPrepared(dependencies.database, transaction, attempt, prepared);
  if (!sending) return undefined;
  const limit = { timeoutMs: halfMs, sendBy: requested.after(sendWithinMs) };
  const result = await callTimed(dependencies, call, () => order.submit(prepared, limit));
  return { ...sending, result };
}

async function recordOutcome(
  dependencies: Pick<ActivityDependencies, 'database' | 'configuration' | 'log' | 'metrics' | 'noteEnd'>,
  { earlier, clock }: SubmitSubject,
  { transaction, attempt, result }: SubmitOutcome,
): Promise<StepResult> {
  const { database, configuration } = dependencies;
  const { n, provider } = attempt;
  const circuit = circuitAfter(configuration().providers[provider]?.circuit, result);
  const decide = attempt.state === 'preparing' ? afterPreparation : afterSubmit;
  const known: Loaded = { transaction, attempts: [...earlier, attempt], clock };
  const state = await decideAndRecord(database, known, {
    decide: (current) => ({ ...decide(current, { n, result }, momentOf(current)), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
    publish: publishStep(dependencies),
  });
  publishAttempt(dependencies, transaction, attempt, result);
  if (state.phase === 'waiting') return { state, next: { isJustSent: true } };
  if (state.phase !== 'due') return { state };
  return { state, next: { queue: nextQueue(configuration(), transaction.plan, n) } };
}
