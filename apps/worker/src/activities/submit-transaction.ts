import { ApplicationFailure, Context } from '@temporalio/activity';
import { queueOf } from '#contracts/task-queues';
import type { Standing } from '#contracts/transaction-flow';
import { isUnposted } from '#domain/hosted-form';
import type { Transaction } from '#domain/registered-transaction';
import { findAccount } from '#gateway/connectors/find-account';
import { beginAttempt, type Attempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import { offerForm } from '#persistence/transactions/hosted-page';
import { recordProgress } from '#persistence/transactions/record-progress';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder, composePayoutOrder } from './compose-order.js';
import { endTransaction } from './end-transaction.js';
import { judgeCircuit } from './judge-circuit.js';
import { limitedElsewhere } from './limited-elsewhere.js';
import { passRouteBy } from './pass-route-by.js';
import { refuseEnteredCard } from './refuse-entered-card.js';
import { showAttempts } from './show-attempts.js';
import { stand } from './stand.js';
import { retryOnlyBusy, type SubmitGate } from './submit-gate.js';
import { weighResult, type Sent } from './weigh-result.js';
import { whileBeating } from './while-beating.js';

/**
 * Submits a payment or payout if it is due, and says where it stands. The attempt's row is committed before the
 * provider is called and gives the right to call to exactly one run of this activity: every later run, after a crash,
 * a time-out or a reset, finds the row and asks for a look-up instead (contract §9).
 */
export function createSubmitTransaction(dependencies: ActivityDependencies, gate: SubmitGate) {
  return retryOnlyBusy(async function submitTransaction(identifier: string): Promise<Standing> {
    const elsewhere = limitedElsewhere(dependencies.configuration(), Context.current().info.taskQueue);
    const { loaded, leave } = await whileBeating(() =>
      gate.admit((full) => beginAttempt(dependencies.database, identifier, [...elsewhere, ...full])),
    );
    if (!loaded)
      throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
    if (!loaded.begun) return wait(dependencies, loaded, elsewhere);
    crashPoint('before provider');
    const result = await send(dependencies, loaded, loaded.begun).finally(leave);
    crashPoint('after provider');
    const standing = await record(dependencies, loaded, loaded.begun, result);
    crashPoint('after record');
    return standing;
  });
}

async function send(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): Promise<Sent> {
  const { transaction } = loaded;
  const blocked = refuseEnteredCard(dependencies, loaded);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  const { connector, account } = found;
  const limit = { timeoutMs: transaction.plan.timing.providerCallMs };
  if (transaction.type === 'payout') {
    const order = composePayoutOrder(dependencies, loaded, attempt);
    return whileBeating(() => connector.submitPayout(order, account, limit));
  }
  const order = composeOrder(dependencies, loaded, attempt);
  if (!order) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  return whileBeating(() => connector.submitPayment(order, account, limit));
}

/** Nothing was begun here: its MID is sent to from another queue, or there is nothing to send now. */
async function wait(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  elsewhere: readonly string[],
): Promise<Standing> {
  const { transaction, earlier, dueMid } = loaded;
  const isElsewhere = dueMid !== undefined && elsewhere.includes(dueMid);
  const standing = isElsewhere
    ? stand(transaction, transaction.status, 'due')
    : await resume(dependencies, loaded);
  return {
    ...standing,
    ...nextQueue(dependencies, transaction, earlier.length),
    attempts: showAttempts(transaction, earlier),
  };
}

/** Nothing was begun: the transaction is over, not due, or an earlier attempt already has the only right to be sent. */
async function resume(dependencies: ActivityDependencies, loaded: BegunAttempt): Promise<Standing> {
  const { transaction, earlier } = loaded;
  const last = earlier.at(-1);
  if (transaction.status !== 'pending' && transaction.status !== 'created') {
    return stand(transaction, transaction.status, 'unready');
  }
  if (isUnposted(transaction)) return offer(dependencies, transaction);
  if (last?.state === 'not_sent') return passRouteBy(dependencies, transaction, earlier);
  if (last?.state === 'accepted') return stand(transaction, transaction.status, 'waiting', last.provider);
  if (last || !isTooOld(transaction))
    return stand(transaction, transaction.status, 'unknown', last?.provider);
  const { status } = await recordProgress(dependencies.database, {
    identifier: transaction.identifier,
    move: endTransaction(transaction, { to: 'error', source: 'timer', error: 'notSubmittedInTime' }),
    forgetCard: true,
  });
  return stand(transaction, status, 'unknown');
}

/** Contract §6: the challenge of an H2H payment without its card is our own form, offered once. */
async function offer({ database }: ActivityDependencies, transaction: Transaction): Promise<Standing> {
  if (transaction.status === 'created') return stand(transaction, 'created', 'unready');
  const isOffered = await offerForm(database, transaction.identifier);
  const status = isOffered ? 'created' : transaction.status;
  return stand({ ...transaction, status }, status, 'unready');
}

function isTooOld({ submitDueAt, plan }: Transaction): boolean {
  return submitDueAt !== undefined && Date.now() - submitDueAt.getTime() > plan.timing.submitMaxAgeMs;
}

async function record(
  dependencies: ActivityDependencies,
  { transaction, earlier }: BegunAttempt,
  attempt: Attempt,
  result: Sent,
): Promise<Standing> {
  const { database, configuration } = dependencies;
  const { phase, ...progress } = weighResult(transaction, attempt, result);
  const { status } = await recordProgress(database, {
    identifier: transaction.identifier,
    ...progress,
    circuit: judgeCircuit(configuration().providers[attempt.provider]?.circuit, result),
    forgetCard: phase !== 'due',
  });
  const standing = stand(transaction, status, phase, attempt.provider);
  return {
    ...standing,
    ...(standing.phase === 'waiting' && { isJustSent: true as const }),
    ...(standing.phase === 'due' && nextQueue(dependencies, transaction, attempt.n)),
    attempts: showAttempts(transaction, [...earlier, attempt], progress.attempt),
  };
}

/** Where the attempt after so many is submitted, when not on the flow's own queue. */
function nextQueue(
  { configuration }: ActivityDependencies,
  { plan }: Transaction,
  made: number,
): { readonly queue?: string } {
  const queue = queueOf(configuration(), plan.routes[made]?.mid);
  return queue === undefined ? {} : { queue };
}
