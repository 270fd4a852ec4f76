import { Context } from '@temporalio/activity';
import { queueOf } from '#contracts/task-queues';
import type { Standing } from '#contracts/transaction-flow';
import { isUnposted } from '#domain/hosted-form';
import type { Transaction } from '#domain/registered-transaction';
import type { Attempt } from '#domain/transactions/attempt';
import type { RequestCard } from '#domain/transactions/transaction-request';
import { endWithoutRoom } from '#domain/transactions/end-without-room';
import { createSendBy, type SendBy } from '#gateway/connectors/send-by';
import { findAccount } from '#gateway/connectors/find-account';
import { beginAttempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import { openCard } from '#persistence/card-vault/sealed-card';
import { noteCardFingerprint } from '#persistence/transactions/note-card-fingerprint';
import { offerForm } from '#persistence/transactions/hosted-page';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder, composePayoutOrder } from './compose-order.js';
import { endTransaction, type End } from './end-transaction.js';
import { judgeCircuit } from './judge-circuit.js';
import { decideAndRecord, phaseOfKnown, standingAfter, standingOf, type Known } from './known.js';
import { limitedElsewhere } from './limited-elsewhere.js';
import { loadKnown, orNotRegistered } from './load-known.js';
import { refuseEnteredCard } from './refuse-entered-card.js';
import { retryOnlyBusy, type SubmitGate } from './submit-gate.js';
import { weighResult, type Sent } from './weigh-result.js';
import { whileBeating } from './while-beating.js';

/**
 * Submits a payment or payout if it is due, and says where it stands. The attempt's row is committed before the
 * provider is called and gives the right to call to exactly one run of this activity: every later run, after a crash,
 * a time-out or a reset, finds the row and asks for a look-up instead. The right ends with the attempt's `send_by`,
 * counted from before its row was asked for: a run that was held up longer sends nothing (contract §9).
 */
export function createSubmitTransaction(dependencies: ActivityDependencies, gate: SubmitGate) {
  return retryOnlyBusy(async function submitTransaction(identifier: string): Promise<Standing> {
    const elsewhere = limitedElsewhere(dependencies.configuration(), Context.current().info.taskQueue);
    const { loaded, leave, sendBy } = await begin(dependencies, gate, identifier, elsewhere);
    if (!loaded.begun) return wait(dependencies, loaded, elsewhere);
    crashPoint('before provider');
    const result = await send(dependencies, loaded, loaded.begun, sendBy).finally(leave);
    crashPoint('after provider');
    const standing = await record(dependencies, loaded, loaded.begun, result);
    crashPoint('after record');
    return standing;
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
  const begun = orNotRegistered(loaded, identifier);
  return { loaded: begun, leave, sendBy: asked.after(begun.sendWithinMs) };
}

async function send(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  sendBy: SendBy,
): Promise<Sent> {
  const { transaction } = loaded;
  const card = loaded.storedCard && openCard(dependencies, transaction.identifier, loaded.storedCard);
  await noteFingerprint(dependencies, loaded, card);
  const blocked = refuseEnteredCard(dependencies, loaded, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  const { connector, account } = found;
  const limit = { timeoutMs: transaction.plan.timing.providerCallMs, sendBy };
  if (transaction.type === 'payout') {
    const order = composePayoutOrder(dependencies, loaded, attempt);
    return whileBeating(() => connector.submitPayout(order, account, limit));
  }
  const order = composeOrder(dependencies, loaded, attempt, card);
  if (!order) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  return whileBeating(() => connector.submitPayment(order, account, limit));
}

/** Of a card that was entered on our page: the checkout has no key for it. A payment does not wait for it to succeed. */
async function noteFingerprint(
  { database, cardFingerprints, log }: ActivityDependencies,
  { transaction: { identifier }, cardFingerprint }: BegunAttempt,
  card: RequestCard | undefined,
): Promise<void> {
  if (!card || cardFingerprint) return;
  const fingerprint = cardFingerprints.kept(card.pan);
  await noteCardFingerprint(database, identifier, fingerprint).catch(() =>
    log.warn({ identifier }, 'the fingerprint of a card was not kept'),
  );
}

/** Nothing was begun here: its MID is sent to from another queue, or there is nothing to send now. */
async function wait(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  elsewhere: readonly string[],
): Promise<Standing> {
  const known = { ...loaded, attempts: loaded.earlier };
  const isElsewhere = loaded.dueMid !== undefined && elsewhere.includes(loaded.dueMid);
  const standing = isElsewhere ? standingOf(known) : await resume(dependencies, known);
  return { ...standing, ...nextQueue(dependencies, known.transaction, known.attempts.length) };
}

/** Nothing was begun: the transaction is over, not due, or an earlier attempt already has the only right to be sent. */
async function resume(
  { database }: ActivityDependencies,
  known: Known & { readonly isTooOld: boolean },
): Promise<Standing> {
  const { transaction } = known;
  const phase = phaseOfKnown(known);
  const isOffered = phase === 'unready' && transaction.style === 'h2h' && isUnposted(transaction);
  if (isOffered) return offer(database, known);
  if (phase !== 'due') return standingOf(known);
  const end = endOfUnsent(known, known.isTooOld);
  if (!end) return standingOf(known);
  const step = await decideAndRecord<Known>(database, known, {
    // Whoever began an attempt meanwhile has the right to send it, and it is for a look-up to say what became of it.
    decide: (current) =>
      phaseOfKnown(current) === 'due' && current.attempts.length === known.attempts.length
        ? { move: endTransaction(current, end), forgetCard: true }
        : {},
    reload: () => loadKnown(database, transaction.identifier),
  });
  return standingAfter(step);
}

/** How it ends when nothing more is to be sent, because it was due for too long or no route is left; else it is due. */
function endOfUnsent({ transaction, attempts }: Known, isTooOld: boolean): End | undefined {
  if (attempts.length === 0)
    return isTooOld ? { to: 'error', source: 'timer', error: 'notSubmittedInTime' } : undefined;
  const isLeft = transaction.plan.routes[attempts.length] !== undefined;
  return isTooOld || !isLeft ? endWithoutRoom(attempts) : undefined;
}

/** Contract §6: the challenge of an H2H payment without its card is our own form, offered once. */
async function offer(database: ActivityDependencies['database'], known: Known): Promise<Standing> {
  const { transaction } = known;
  if (transaction.status === 'created') return standingOf(known);
  const isOffered = await offerForm(database, transaction.identifier);
  return standingOf(known, { status: isOffered ? 'created' : transaction.status });
}

async function record(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  begun: Attempt,
  result: Sent,
): Promise<Standing> {
  const { database, configuration } = dependencies;
  const { transaction } = loaded;
  const circuit = judgeCircuit(configuration().providers[begun.provider]?.circuit, result);
  const known: Known = { ...loaded, attempts: [...loaded.earlier, begun] };
  const step = await decideAndRecord<Known>(database, known, {
    decide: (current) => ({ ...weighResult(current, begun.n, result), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
  });
  const standing = standingAfter(step);
  return {
    ...standing,
    ...(standing.phase === 'waiting' && { isJustSent: true as const }),
    ...(standing.phase === 'due' && nextQueue(dependencies, transaction, begun.n)),
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
