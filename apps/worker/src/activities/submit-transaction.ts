import { Context } from '@temporalio/activity';
import { paymentReturnPath } from '#contracts/payment-page-path';
import { midsOfOtherQueues, nextQueue } from '#contracts/task-queues';
import type { WorkflowState } from '#contracts/transaction-workflow';
import { customerForProvider } from '#countries/customer-for-provider';
import { countryOf, methodOf } from '#domain/methods/find-method';
import { circuitAfter } from '#domain/transaction/circuit';
import { afterPreparation, afterSubmit } from '#domain/transaction/decide';
import type { NeverSubmitted, PrepareResult, SubmitResult, Submitted } from '#domain/transaction/report';
import type { RequestCard } from '#domain/transaction/request';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { CallLimit, PaymentOrder, PayoutOrder, ProviderAccount } from '#gateway/connectors/connector';
import { findAccount, midsToPrepare } from '#gateway/connectors/find-account';
import { createSendBy, type SendBy } from '#gateway/connectors/send-by';
import { openCard } from '#persistence/card-vault/sealed-card';
import { beginAttempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import type { Loaded } from '#persistence/transactions/load-known';
import { openPersonalData } from '#persistence/transactions/personal-data';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { sendPrepared } from '#persistence/transactions/send-prepared';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { noteFingerprint, refuseEnteredCard } from './entered-card.js';
import { failNotRegistered } from './failures.js';
import type { OutboundCalls } from './outbound-calls.js';
import { awaitOtherRun, isSentElsewhere, resumeUnsent } from './resume-unsent.js';
import { loadKnown, momentOf } from './step.js';
import { retryOnlyBusy, undefinedWhenBusy, type SubmitBulkhead } from './submit-bulkhead.js';
import { tellAttempt, tellStep } from './tell-step.js';
import { callTimed, withHeartbeat } from './with-heartbeat.js';

/**
 * Submits a payment or payout if it is due, and returns its state. The attempt's row is committed before the provider is
 * called and gives the right to call to exactly one run of these activities: every later run, after a crash, a time-out
 * or a reset, finds the row and sends nothing. The right ends with the attempt's `send_by`, counted from before it was
 * asked for: a run that was held up longer sends nothing either (contract §9). Where the provider has to be told something
 * first, the right comes after that; until then every run may begin again.
 */
export function createSubmits(
  dependencies: ActivityDependencies,
  { bulkheads, submits }: Pick<OutboundCalls, 'bulkheads' | 'submits'>,
) {
  const admit = async (identifier: string) => {
    const elsewhere = midsOfOtherQueues(dependencies.configuration(), Context.current().info.taskQueue);
    return { ...(await begin(dependencies, bulkheads.submit, identifier, elsewhere)), elsewhere };
  };
  const submit = async (loaded: BegunAttempt, begun: Attempt, { leave, sendBy }: Admitted) => {
    crashPoint('before provider');
    const outcome = await send(dependencies, loaded, begun, sendBy).finally(leave);
    if (!outcome) return awaitOtherRun(dependencies, loaded.transaction);
    crashPoint('after provider');
    const state = await record(dependencies, loaded, outcome);
    crashPoint('after record');
    return state;
  };
  return {
    /**
     * Within the workflow's own task, which costs Temporal least. `undefined`: `submitTransaction` is to be run, because
     * the provider takes its time, another run is sending it, or its MID is busy.
     */
    submitAtOnce: retryOnlyBusy(async (identifier: string): Promise<WorkflowState | undefined> => {
      if (submits.find(identifier)) return undefined;
      const admitted = await admit(identifier).catch(undefinedWhenBusy);
      if (!admitted) return undefined;
      const { loaded, elsewhere } = admitted;
      const { begun } = loaded;
      if (begun) return submits.begin(identifier, () => submit(loaded, begun, admitted));
      return isSentElsewhere(loaded) ? undefined : resumeUnsent(dependencies, loaded, elsewhere);
    }),
    /** Waits for its turn at a busy MID, and for the end of another run that is sending it. */
    submitTransaction: retryOnlyBusy(async (identifier: string): Promise<WorkflowState> => {
      const going = submits.find(identifier);
      if (going) return withHeartbeat(() => going);
      const admitted = await admit(identifier);
      const { loaded, elsewhere } = admitted;
      if (loaded.begun) return submit(loaded, loaded.begun, admitted);
      if (!isSentElsewhere(loaded)) return resumeUnsent(dependencies, loaded, elsewhere);
      return awaitOtherRun(dependencies, loaded.transaction);
    }),
  };
}

type Admitted = { readonly leave: () => void; readonly sendBy: SendBy };

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
  const asked = createSendBy();
  const sending = await sendPrepared(dependencies.database, transaction, attempt, prepared);
  if (!sending) return undefined;
  const limit = { timeoutMs: halfMs, sendBy: asked.after(sendWithinMs) };
  return {
    ...sending,
    result: await callTimed(dependencies, call, () => order.submit(prepared, limit)),
  };
}

async function record(
  dependencies: ActivityDependencies,
  { earlier, clock }: BegunAttempt,
  { transaction, attempt, result }: Outcome,
): Promise<WorkflowState> {
  const { database, configuration } = dependencies;
  const { n, provider, state: begun } = attempt;
  const circuit = circuitAfter(configuration().providers[provider]?.circuit, result);
  const decide = begun === 'preparing' ? afterPreparation : afterSubmit;
  const known: Loaded = { transaction, attempts: [...earlier, attempt], clock };
  const state = await decideAndRecord(database, known, {
    decide: (current) => ({ ...decide(current, { n, result }, momentOf(current)), circuit }),
    reload: () => loadKnown(database, transaction.identifier),
    tell: tellStep(dependencies),
  });
  tellAttempt(dependencies, transaction, attempt, result);
  if (state.phase === 'waiting') return { ...state, isJustSent: true };
  return state.phase === 'due' ? { ...state, ...nextQueue(configuration(), transaction.plan, n) } : state;
}

/** What the attempt's provider can be asked, with everything that it needs for it in memory. */
type ComposedOrder = {
  readonly kind: 'composed';
  /** Nothing where the provider needs no preparation. */
  readonly prepare: (limit: CallLimit) => Promise<PrepareResult>;
  readonly submit: (prepared: string | undefined, limit: CallLimit) => Promise<SubmitResult>;
};

/** The order of one attempt, unless we refuse the card, or its account or data is missing. */
async function composeOrder(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): Promise<ComposedOrder | NeverSubmitted> {
  const { transaction } = loaded;
  const card = loaded.storedCard && openCard(dependencies, transaction.identifier, loaded.storedCard);
  await noteFingerprint(dependencies, loaded, card);
  const blocked = refuseEnteredCard(dependencies, loaded, card);
  if (blocked) return { ...blocked, kind: 'blocked' };
  const configuration = dependencies.configuration();
  if (transaction.type === 'payout') {
    const found = findAccount(configuration, attempt, 'payout');
    if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
    return bind(found.calls, payoutOrderOf(dependencies, loaded, attempt), found.account);
  }
  const found = findAccount(configuration, attempt, 'payment');
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  // A payment that was made with a card is never sent without it.
  if (transaction.card && !card) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  const order = paymentOrderOf(dependencies, loaded, attempt, transaction.card && card);
  return bind(found.calls, order, found.account);
}

function bind<Order>(
  calls: {
    readonly prepare?: (order: Order, account: ProviderAccount, limit: CallLimit) => Promise<PrepareResult>;
    readonly submit: (order: Order, account: ProviderAccount, limit: CallLimit) => Promise<SubmitResult>;
  },
  order: Order,
  account: ProviderAccount,
): ComposedOrder {
  return {
    kind: 'composed',
    prepare: async (limit) => calls.prepare?.(order, account, limit) ?? { kind: 'prepared' },
    submit: (prepared, limit) =>
      calls.submit(prepared === undefined ? order : { ...order, prepared }, account, limit),
  };
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
  { transaction, personalCiphertext }: BegunAttempt,
  { providerReference, provider }: Attempt,
) {
  const { identifier, type, style, method, amount, currency, description, locale } = transaction;
  const personal = openPersonalData(envelopeCipher, identifier, personalCiphertext);
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
