import { Context } from '@temporalio/activity';
import { paymentReturnPath } from '#contracts/payment-page-path';
import { midsOfOtherQueues, nextQueue } from '#contracts/task-queues';
import type { WorkflowState } from '#contracts/transaction-workflow';
import { customerForProvider } from '#countries/customer-for-provider';
import { countryOf, methodOf } from '#domain/methods/find-method';
import { circuitAfter } from '#domain/transaction/circuit';
import { afterSubmit } from '#domain/transaction/decide';
import type { Submitted } from '#domain/transaction/report';
import type { RequestCard } from '#domain/transaction/request';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { PaymentOrder, PayoutOrder } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { createSendBy, type SendBy } from '#gateway/connectors/send-by';
import { openCard } from '#persistence/card-vault/sealed-card';
import { isFinal } from '#domain/transaction/status';
import { beginAttempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import { noteCardFingerprint } from '#persistence/transactions/hosted-page';
import type { Loaded } from '#persistence/transactions/load-known';
import { openPersonalData } from '#persistence/transactions/personal-data';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { failNotRegistered } from './failures.js';
import type { OutboundCalls } from './outbound-calls.js';
import { refuseEnteredCard } from './refuse-entered-card.js';
import { resumeUnsent } from './resume-unsent.js';
import { loadKnown, momentOf, stateNow, takeStep } from './step.js';
import { retryOnlyBusy, undefinedWhenBusy, type SubmitBulkhead } from './submit-bulkhead.js';
import { tellAttempt } from './tell-step.js';
import { pollUntil } from './under-way.js';
import { callTimed, withHeartbeat } from './with-heartbeat.js';

/**
 * Submits a payment or payout if it is due, and returns its state. The attempt's row is committed before the provider is
 * called and gives the right to call to exactly one run of these activities: every later run, after a crash, a time-out
 * or a reset, finds the row and sends nothing. The right ends with the attempt's `send_by`, counted from before its row
 * was asked for: a run that was held up longer sends nothing either (contract §9).
 */
export function createSubmits(
  dependencies: ActivityDependencies,
  { bulkheads, submits }: Pick<OutboundCalls, 'bulkheads' | 'submits'>,
) {
  const submit = async (loaded: BegunAttempt, begun: Attempt, { leave, sendBy }: Admitted) => {
    crashPoint('before provider');
    const result = await send(dependencies, loaded, begun, sendBy).finally(leave);
    crashPoint('after provider');
    const state = await record(dependencies, loaded, begun, result);
    crashPoint('after record');
    return state;
  };
  return {
    /**
     * Within the workflow's own task, which costs Temporal least. `undefined`: `submitTransaction` is to be run, because
     * the provider takes its time, another run is sending it, or its MID is busy.
     */
    submitAtOnce: retryOnlyBusy(async (identifier: string): Promise<WorkflowState | undefined> => {
      const elsewhere = midsOfOtherQueues(dependencies.configuration(), Context.current().info.taskQueue);
      const admitted = await begin(dependencies, bulkheads.submit, identifier, elsewhere).catch(
        undefinedWhenBusy,
      );
      if (!admitted) return undefined;
      const { loaded } = admitted;
      const { begun } = loaded;
      if (begun) return submits.begin(identifier, () => submit(loaded, begun, admitted));
      return isBeingSent(loaded) ? undefined : resumeUnsent(dependencies, loaded, elsewhere);
    }),
    /** Waits for its turn at a busy MID, and for the end of another run that is sending it. */
    submitTransaction: retryOnlyBusy(async (identifier: string): Promise<WorkflowState> => {
      const elsewhere = midsOfOtherQueues(dependencies.configuration(), Context.current().info.taskQueue);
      const admitted = await begin(dependencies, bulkheads.submit, identifier, elsewhere);
      const { loaded } = admitted;
      if (loaded.begun) return submit(loaded, loaded.begun, admitted);
      if (!isBeingSent(loaded)) return resumeUnsent(dependencies, loaded, elsewhere);
      return withHeartbeat(() => submits.find(identifier) ?? awaitOtherRun(dependencies, loaded.transaction));
    }),
  };
}

type Admitted = { readonly leave: () => void; readonly sendBy: SendBy };

function isBeingSent({ transaction, earlier }: BegunAttempt): boolean {
  return !isFinal(transaction.status) && earlier.at(-1)?.state === 'sending';
}

/** A call to a provider lasts no longer than this; whoever makes it has died, or is found out by a look-up. */
async function awaitOtherRun(
  { database, configuration }: ActivityDependencies,
  { identifier, plan }: Transaction,
): Promise<WorkflowState> {
  const { providerCallMs, lookupMs } = plan.timing;
  let known = await loadKnown(database, identifier);
  await pollUntil(async () => {
    known = await loadKnown(database, identifier);
    return isFinal(known.transaction.status) || known.attempts.at(-1)?.state !== 'sending';
  }, providerCallMs);
  const lookUpDueInMs = Math.max(1, (lookupMs[0] ?? 0) - providerCallMs);
  return { ...stateNow(known), lookUpDueInMs, ...nextQueue(configuration(), plan, known.attempts.length) };
}

/** `send_by` is counted from when the row is asked for, after the turn to ask for it has come. */
async function begin(
  { database }: ActivityDependencies,
  bulkhead: SubmitBulkhead,
  identifier: string,
  elsewhere: readonly string[],
) {
  let asked = createSendBy();
  const { loaded, leave } = await withHeartbeat(() =>
    bulkhead.admit((full) => {
      asked = createSendBy();
      return beginAttempt(database, identifier, [...elsewhere, ...full]);
    }),
  );
  const begun = loaded ?? failNotRegistered(identifier);
  return { loaded: begun, leave, sendBy: asked.after(begun.sendWithinMs) };
}

/** Calls the provider once, unless we refuse the card, its account or data is missing, or it is too late. */
async function send(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  sendBy: SendBy,
): Promise<Submitted> {
  const { transaction } = loaded;
  const card = loaded.storedCard && openCard(dependencies, transaction.identifier, loaded.storedCard);
  await noteFingerprint(dependencies, loaded, card);
  const blocked = refuseEnteredCard(dependencies, loaded, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const configuration = dependencies.configuration();
  const limit = { timeoutMs: transaction.plan.timing.providerCallMs, sendBy };
  const call = { provider: attempt.provider, operation: 'submit' } as const;
  if (transaction.type === 'payout') {
    const found = findAccount(configuration, attempt, 'payout');
    if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
    const order = payoutOrderOf(dependencies, loaded, attempt);
    return callTimed(dependencies, call, () => found.calls.submit(order, found.account, limit));
  }
  const found = findAccount(configuration, attempt, 'payment');
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  // A payment that was made with a card is never sent without it.
  if (transaction.card && !card) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  const order = paymentOrderOf(dependencies, loaded, attempt, transaction.card && card);
  return callTimed(dependencies, call, () => found.calls.submit(order, found.account, limit));
}

/** Of a card that was entered on our page: the checkout has no key for it. A failure does not hold the payment up. */
async function noteFingerprint(
  { database, cardFingerprints, log }: ActivityDependencies,
  { transaction: { identifier }, cardFingerprint }: BegunAttempt,
  card: RequestCard | undefined,
): Promise<void> {
  if (!card || cardFingerprint) return;
  const fingerprint = cardFingerprints.kept(card.pan);
  await noteCardFingerprint(database, identifier, fingerprint).catch(() =>
    log.warn({ identifier }, 'card fingerprint not stored'),
  );
}

/** What the provider needs of a payment; personal and card data are decrypted in memory only. */
function paymentOrderOf(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
  card: RequestCard | undefined,
): PaymentOrder {
  const { identifier, style, payableUntil } = loaded.transaction;
  const { order, personal } = orderOf(dependencies, loaded, attempt);
  return {
    ...order,
    style,
    ...(card ? { card } : {}),
    ...(personal.channelCode === undefined ? {} : { channelCode: personal.channelCode }),
    returnUrl: `${dependencies.checkoutUrl}${paymentReturnPath(dependencies.keyedHashes.linkToken(identifier))}`,
    payableUntil: payableUntil.toISOString(),
  };
}

/** The same of a payout. A bank that was chosen later replaces the one that was sent. */
function payoutOrderOf(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): PayoutOrder {
  const { order, personal } = orderOf(dependencies, loaded, attempt);
  const { bank_code: sentCode, ...requisites } = personal.requisites ?? {};
  const bankCode = loaded.bankCode ?? sentCode;
  return { ...order, requisites, ...(bankCode === undefined ? {} : { bankCode }) };
}

function orderOf(
  { envelopeCipher, apiUrl }: ActivityDependencies,
  { transaction, personalBox }: BegunAttempt,
  { providerReference, provider }: Attempt,
) {
  const { identifier, type, style, method, amount, currency, description, locale } = transaction;
  const personal = openPersonalData(envelopeCipher, identifier, personalBox);
  const order = {
    providerReference,
    method,
    money: { amount, currency },
    ...(description === undefined ? {} : { description }),
    ...(locale === undefined ? {} : { locale }),
    customer: customerForProvider(personal.customer, countryOf(methodOf(type, style, method), currency)),
    meta: personal.meta,
    callbackUrl: `${apiUrl}/provider-callbacks/${provider}`,
  };
  return { order, personal };
}

async function record(
  dependencies: ActivityDependencies,
  { transaction, earlier, clock }: BegunAttempt,
  begun: Attempt,
  result: Submitted,
): Promise<WorkflowState> {
  const { database, configuration } = dependencies;
  const { n, provider } = begun;
  const circuit = circuitAfter(configuration().providers[provider]?.circuit, result);
  const known: Loaded = { transaction, attempts: [...earlier, begun], clock };
  const state = await takeStep(dependencies, known, {
    decide: (current) => ({ ...afterSubmit(current, { n, result }, momentOf(current)), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
  });
  tellAttempt(dependencies, transaction, begun, result);
  if (state.phase === 'waiting') return { ...state, isJustSent: true };
  return state.phase === 'due' ? { ...state, ...nextQueue(configuration(), transaction.plan, n) } : state;
}
