import { createTransaction, type Creation } from './create-transaction.js';
import { NoAnswer } from './no-answer.js';
import { readCreatedPayment, readCreatedPayout, readCreatedRefund } from './read-created.js';
import { isJsonObject, type JsonObject } from './read-json.js';
import { repeatCall, type Call } from './repeat-call.js';
import { createSender, type Credentials, type Sender } from './send-signed.js';
import type {
  Balances,
  CallbackPage,
  CallbackWithDeliveries,
  Delivery,
  EntryPage,
  EventPage,
  OrderedRedeliveries,
  RefundPage,
  ReversalPage,
  TransactionPage,
  UsableMethods,
} from './messages/answers.js';
import type { CreatedPayment, CreatedPayout, CreatedRefund } from './messages/created.js';
import type { PaymentRequest } from './messages/payment-request.js';
import type { PayoutRequest } from './messages/payout-request.js';
import type {
  CallbacksQuery,
  DailyReportQuery,
  EntriesQuery,
  RedeliveryRequest,
  RefundsQuery,
  ReportLinesQuery,
  ReversalsQuery,
  TransactionsQuery,
} from './messages/queries.js';
import type { Bank, PaymentRecord, PayoutRecord } from './messages/record.js';
import type { RefundRecord } from './messages/refund-record.js';
import type { RefundRequest, TransferDetails } from './messages/request-parts.js';
import type { DailyReport, ReportLinePage } from './messages/report.js';
import { writeBody, writeQuery } from './write-request.js';

export type GatewayClientOptions = Credentials & {
  /** The longest wait for one answer. Longer than the 30 s that the gateway itself takes at most. */
  readonly answerTimeoutMs?: number;
  /** For how long a call without a clear answer is repeated. */
  readonly patienceMs?: number;
  /** Before the second try; doubles with each further one. */
  readonly pauseMs?: number;
};

export type CallOptions = {
  /** Ends the call and its repetition; what was sent is not taken back. */
  readonly signal?: AbortSignal | undefined;
};

export type CheckOptions = CallOptions & {
  /** Holds the call until the status changes: a whole number up to 30. */
  readonly waitSeconds?: number | undefined;
};

/**
 * The API, for a merchant's service. Requests and answers have the names of the specification. Every call is repeated by
 * the book (contract §4) and throws `GatewayRefusal`, or `NoAnswer` when the gateway could not be reached for all that
 * patience; the three create calls then throw `OutcomeUnknown`.
 */
export type GatewayClient = Sender & {
  /** A final `status` in the answer is a payment that has ended at once: see its `error_code`. */
  createPayment(request: PaymentRequest, options?: CallOptions): Promise<CreatedPayment>;
  checkPayment(reference: string, options?: CheckOptions): Promise<PaymentRecord>;
  /** The record after it: read `status`, because it may be paid or still open. The same call may be made again. */
  cancelPayment(reference: string, options?: CallOptions): Promise<PaymentRecord>;
  /** Passes the details of a bank transfer in Mexico on. The same ones may be passed again. */
  submitTransferDetails(details: TransferDetails, options?: CallOptions): Promise<void>;
  createPayout(request: PayoutRequest, options?: CallOptions): Promise<CreatedPayout>;
  checkPayout(reference: string, options?: CheckOptions): Promise<PayoutRecord>;
  /** The record after it. Refused with 30 once the payout may have been sent. The same call may be made again. */
  cancelPayout(reference: string, options?: CallOptions): Promise<PayoutRecord>;
  /** Answers the `bank_code` challenge. The same code may be sent again. */
  confirmBankCode(reference: string, bankCode: string, options?: CallOptions): Promise<void>;
  /**
   * Gives back a successful payment, or part of it (contract §15). The same content may be sent again; a further refund
   * has a reference of its own.
   */
  createRefund(request: RefundRequest, options?: CallOptions): Promise<CreatedRefund>;
  getRefund(reference: string, options?: CheckOptions): Promise<RefundRecord>;
  /** The record after it. Refused with 30 once the refund may have been sent. The same call may be made again. */
  cancelRefund(reference: string, options?: CallOptions): Promise<RefundRecord>;
  /** The merchant's refunds, newest first, of all its projects. */
  listRefunds(query?: RefundsQuery, options?: CallOptions): Promise<RefundPage>;
  /** What happened to money after a success, newest first (contract §15.8). */
  listReversals(query?: ReversalsQuery, options?: CallOptions): Promise<ReversalPage>;
  /** The merchant's payments and payouts, newest first, of all its projects. */
  transactions(query?: TransactionsQuery, options?: CallOptions): Promise<TransactionPage>;
  /** `countryCode`: ISO 3166-1 alpha-2. */
  banks(countryCode: string, options?: CallOptions): Promise<readonly Bank[]>;
  balance(options?: CallOptions): Promise<Balances>;
  /** What moved the merchant's money, oldest first and without a gap. */
  balanceEntries(query?: EntriesQuery, options?: CallOptions): Promise<EntryPage>;
  /** What a day did to the money that providers hold for the merchant (contract §16.6). */
  dailyReport(query: DailyReportQuery, options?: CallOptions): Promise<DailyReport>;
  /** What the rows of a day are made of, without a gap. */
  reportLines(query: ReportLinesQuery, options?: CallOptions): Promise<ReportLinePage>;
  methods(options?: CallOptions): Promise<UsableMethods>;
  /** Everything that became final, in its order. Ignore entries of a `type` that you do not know. `after` is the `next_after` of the page before; absent: from the beginning. */
  events(after?: string, options?: CallOptions): Promise<EventPage>;
  /** The merchant's callbacks, newest first. */
  callbacks(query?: CallbacksQuery, options?: CallOptions): Promise<CallbackPage>;
  /** One callback with what came of each attempt. */
  callback(eventId: string, options?: CallOptions): Promise<CallbackWithDeliveries>;
  /** Has a callback of the type `test` sent once, to the project's own URL if none is given. */
  sendTestCallback(callbackUrl?: string, options?: CallOptions): Promise<Delivery>;
  /** Has one callback sent again, with the same bytes and id. */
  redeliver(eventId: string, options?: CallOptions): Promise<void>;
  /** Has up to 1,000 callbacks of a time sent again; go on from `next_from` until it is null. */
  redeliverCallbacks(wanted: RedeliveryRequest, options?: CallOptions): Promise<OrderedRedeliveries>;
};

const answerTimeoutMsDefault = 40_000;
const patienceMsDefault = 120_000;
const pauseMsDefault = 500;

/** A client for one key. Throws on a base URL with a path. */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const sender = createSender(options, options.answerTimeoutMs ?? answerTimeoutMsDefault);
  const { patienceMs = patienceMsDefault, pauseMs = pauseMsDefault } = options;
  const patience = { patienceMs, pauseMs };

  const call = async (wanted: Call): Promise<unknown> => {
    const repeated = await repeatCall(sender, wanted, patience);
    if (repeated.kind === 'answered') return repeated.value;
    throw repeated.problem;
  };
  const get = (path: string, signal?: AbortSignal) => call({ method: 'GET', path, signal });
  const post = (path: string, content: object, signal?: AbortSignal) =>
    call({ method: 'POST', path, body: JSON.stringify(content), signal });
  const callForObject = async (wanted: Call): Promise<JsonObject> => {
    const value = await call(wanted);
    if (isJsonObject(value)) return value;
    throw new NoAnswer(`${wanted.method} ${wanted.path}`, new Error('The answer is no JSON object'));
  };
  const getObject = (path: string, signal?: AbortSignal) => callForObject({ method: 'GET', path, signal });
  const check = (path: CreatePath, reference: string, { waitSeconds, signal }: CheckOptions = {}) => {
    const query = waitSeconds === undefined ? '' : `?wait=${waitSeconds}`;
    return getObject(`${path}/${encodeURIComponent(reference)}${query}`, signal);
  };
  const cancel = (path: CreatePath, reference: string, { signal }: CallOptions = {}) =>
    callForObject({ method: 'POST', path: `${path}/${encodeURIComponent(reference)}/cancel`, signal });
  const create = (
    path: CreatePath,
    request: PaymentRequest | PayoutRequest | RefundRequest,
    signal?: AbortSignal,
  ) => {
    const { reference } = request;
    const find = (waitSeconds?: number) => check(path, reference, { waitSeconds, signal });
    const creation = { path, reference, body: writeBody(request), signal, check: find };
    return createTransaction(sender, creation, patience);
  };

  return {
    ...sender,
    createPayment: async (request, { signal } = {}) =>
      readCreatedPayment(await create('/v2/payment', request, signal)),
    checkPayment: async (reference, wanted) =>
      (await check('/v2/payment', reference, wanted)) as PaymentRecord,
    cancelPayment: async (reference, wanted) =>
      (await cancel('/v2/payment', reference, wanted)) as PaymentRecord,
    submitTransferDetails: async (details, { signal } = {}) => {
      await post('/v2/payment/challenge/bank-transfer-mexico', details, signal);
    },
    createPayout: async (request, { signal } = {}) =>
      readCreatedPayout(await create('/v2/payout', request, signal)),
    checkPayout: async (reference, wanted) => (await check('/v2/payout', reference, wanted)) as PayoutRecord,
    cancelPayout: async (reference, wanted) =>
      (await cancel('/v2/payout', reference, wanted)) as PayoutRecord,
    confirmBankCode: async (reference, bankCode, { signal } = {}) => {
      await post('/v2/payout/challenge/bank-code', { reference, bank_code: bankCode }, signal);
    },
    createRefund: async (request, { signal } = {}) =>
      readCreatedRefund(await create('/v2/refund', request, signal)),
    getRefund: async (reference, wanted) => (await check('/v2/refund', reference, wanted)) as RefundRecord,
    cancelRefund: async (reference, wanted) =>
      (await cancel('/v2/refund', reference, wanted)) as RefundRecord,
    listRefunds: async (query, { signal } = {}) =>
      (await getObject(`/v2/refunds${writeQuery(query)}`, signal)) as RefundPage,
    listReversals: async (query, { signal } = {}) =>
      (await getObject(`/v2/reversals${writeQuery(query)}`, signal)) as ReversalPage,
    transactions: async (query, { signal } = {}) =>
      (await getObject(`/v2/transactions${writeQuery(query)}`, signal)) as TransactionPage,
    banks: async (countryCode, { signal } = {}) =>
      (await get(
        `/v2/bank/africa?country_code=${encodeURIComponent(countryCode)}`,
        signal,
      )) as readonly Bank[],
    balance: async ({ signal } = {}) => (await getObject('/v2/balance', signal)) as Balances,
    balanceEntries: async (query, { signal } = {}) =>
      (await getObject(`/v2/balance/entries${writeQuery(query)}`, signal)) as EntryPage,
    dailyReport: async (query, { signal } = {}) =>
      (await getObject(`/v2/reports/daily${writeQuery(query)}`, signal)) as DailyReport,
    reportLines: async (query, { signal } = {}) =>
      (await getObject(`/v2/reports/lines${writeQuery(query)}`, signal)) as ReportLinePage,
    methods: async ({ signal } = {}) => (await getObject('/v2/methods', signal)) as UsableMethods,
    events: async (after, { signal } = {}) =>
      (await getObject(`/v2/events${writeQuery({ after })}`, signal)) as EventPage,
    callbacks: async (query, { signal } = {}) =>
      (await getObject(`/v2/callbacks${writeQuery(query)}`, signal)) as CallbackPage,
    callback: async (eventId, { signal } = {}) =>
      (await getObject(`/v2/callbacks/${encodeURIComponent(eventId)}`, signal)) as CallbackWithDeliveries,
    sendTestCallback: async (callbackUrl, { signal } = {}) =>
      (await post('/v2/callbacks/test', { callback_url: callbackUrl }, signal)) as Delivery,
    redeliver: async (eventId, { signal } = {}) => {
      await post(`/v2/callbacks/${encodeURIComponent(eventId)}/redeliver`, {}, signal);
    },
    redeliverCallbacks: async (wanted, { signal } = {}) =>
      (await post('/v2/callbacks/redeliver', wanted, signal)) as OrderedRedeliveries,
  };
}

type CreatePath = Creation['path'];
