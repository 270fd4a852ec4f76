import type { RefundTerms } from '#domain/refunds/refund-terms';
import type { ReportedReversal } from '#domain/refunds/reversal';
import type { SoughtRefund } from '#domain/refunds/find-own-refund';
import type { LookupResult, PrepareResult, ProviderReport, SubmitResult } from '#domain/transaction/report';
import type { Attempt } from '#domain/transaction/transaction';
import type { Bank } from '#domain/transaction/challenge';
import type { ConnectorTerms } from '#domain/configuration/connector-terms';
import type { StatementBalance, StatementLine } from '#domain/statements/line';
import type { JsonScalar } from '#domain/values/json';
import type { Money } from '#domain/values/money';
import type { TransferDetails, TransferDetailsResult } from '#domain/transaction/transfer-details';
import type { SendBy, Turn } from './send-by.js';

/** Everything a provider may need to collect one payment. Lives in memory only; never logged, never in a workflow. */
export type PaymentOrder = {
  /** Our reference towards the provider, `<identifier>-<n>`, which it is looked up by. */
  readonly providerReference: string;
  /** The result of `prepare`, if the connector has it. */
  readonly prepared?: string;
  readonly method: string;
  readonly style: 'h2h' | 'hpp';
  readonly money: Money;
  readonly description?: string;
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  readonly card?: CardData;
  /** `extra.meta` as the merchant sent it, numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  readonly channelCode?: string;
  /** The language the customer reads, BCP 47. */
  readonly locale?: string;
  /** Where the customer's browser comes back to us. */
  readonly returnUrl: string;
  /** Where the provider sends its callbacks. */
  readonly callbackUrl: string;
  /** The provider must not collect the payment after this instant (ISO 8601 UTC). */
  readonly payableUntil: string;
};

export type CardData = {
  readonly pan: string;
  readonly cvv: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly holderName: string;
};

/** Everything a provider may need to send one payout. Lives in memory only; never logged, never in a workflow. */
export type PayoutOrder = {
  /** Our reference towards the provider, `<identifier>-<n>`, which it is looked up by. */
  readonly providerReference: string;
  /** The result of `prepare`, if the connector has it. */
  readonly prepared?: string;
  readonly method: string;
  readonly money: Money;
  readonly description?: string;
  /** Wire names of specification §2.3. */
  readonly customer: Readonly<Record<string, string>>;
  /** Wire names inside the method's requisites object (`pix.account` is `account`), without the bank code. */
  readonly requisites: Readonly<Record<string, string>>;
  /** The language the customer reads, BCP 47. */
  readonly locale?: string;
  /** The bank's code as sent or confirmed by the merchant; the connector knows what its provider calls that bank. */
  readonly bankCode?: string;
  /** `extra.meta` as the merchant sent it, numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  /** Where the provider sends its callbacks. */
  readonly callbackUrl: string;
};

/** The attempt that took the money which a refund gives back. */
export type RefundedCharge = {
  readonly providerReference: string;
  readonly providerId?: string;
  readonly money: Money;
};

/** Everything a provider may need to send one refund. Holds no personal data. */
export type RefundOrder = {
  /** Our reference towards the provider, `<identifier>-1`; it is looked up by this reference if the provider keeps it. */
  readonly providerReference: string;
  readonly charge: RefundedCharge;
  readonly method: string;
  readonly money: Money;
  /** Contract §15.1: `requested_by_customer`, `duplicate`, `fraud` or `other`. */
  readonly reason?: string;
  readonly description?: string;
  /** `extra.meta` as the merchant sent it, numbers as written. */
  readonly meta: Readonly<Record<string, JsonScalar>>;
  /** Where the provider sends its callbacks. */
  readonly callbackUrl: string;
};

/** The banks of one country that a provider pays out to; may be empty. */
export type BankList = { readonly kind: 'listed'; readonly banks: readonly Bank[] } | NoAnswer;

/** The result of a look-up without a readable answer. */
export type NoAnswer = Extract<LookupResult, { kind: 'noAnswer' }>;

/** Whose name an account bears at its bank. */
export type AccountResolution = { readonly kind: 'resolved'; readonly name: string } | NoAnswer;

/** From the first instant to before the second; `timezone`: IANA name, the days of the lines are days there. */
export type AskedStatement = { readonly from: Date; readonly to: Date; readonly timezone: string };

/**
 * Everything that moved money of an account in a period, in no order: all of it, or no answer (contract §16.2). If others use
 * the same account, theirs is in it too. `balances`: at its beginning and its end, if the provider tells them.
 */
export type ToldStatement =
  | {
      readonly kind: 'read';
      readonly lines: readonly StatementLine[];
      readonly balances?: readonly StatementBalance[];
    }
  | NoAnswer;

/** How one MID reaches its provider. `credentials` is opaque to everyone but the connector. */
export type ProviderAccount = {
  readonly provider: string;
  readonly mid: string;
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/**
 * One limit for the whole call, in milliseconds; and for what moves money until when its request may be written: later
 * the result is `notSent`. `turn`: awaited before the limit begins.
 */
export type CallLimit = { readonly timeoutMs: number; readonly sendBy?: SendBy; readonly turn?: Turn };

/** What a provider's callback says. `signature: 'wrong'` must have no effect beyond one rate-limited look-up. */
export type CallbackReading =
  | {
      readonly kind: 'read';
      readonly signature: 'right' | 'wrong';
      /** The MIDs whose credentials verify the signature; several may share an account. Empty when it is wrong. */
      readonly mids: readonly string[];
      readonly eventId: string;
      readonly report: ProviderReport;
    }
  /** News about the money of an attempt after its success (contract §15.8). */
  | {
      readonly kind: 'reversal';
      readonly signature: 'right' | 'wrong';
      /** As of `read`. */
      readonly mids: readonly string[];
      readonly eventId: string;
      readonly reversal: ReportedReversal;
    }
  /**
   * There may be news of this payment, payout or refund that cannot be verified: its content is ignored. Accepted, and followed by
   * one rate-limited look-up at most, from any sender. `signature`: of a provider that signs it all the same; with a right one it is
   * answered once the question is recorded.
   */
  | {
      readonly kind: 'hint';
      readonly providerReference: string;
      readonly signature?: 'right' | 'wrong';
    }
  /** The same, where the callback only has the provider's own id of it. */
  | { readonly kind: 'hint'; readonly providerId: string; readonly signature?: 'right' | 'wrong' }
  /** Correctly signed, but about no payment, payout or refund, or without news: accepted, and nothing follows. */
  | { readonly kind: 'unrelated' }
  | { readonly kind: 'unreadable' };

/** A POST as it came in. */
export type IncomingCallback = {
  /** Path and query exactly as on the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `rawHeaders` of Node: every line, none joined or dropped. */
  readonly rawHeaders: readonly string[];
  readonly rawBody: Buffer;
};

/** What a provider can do with payments. */
export type PaymentCalls = {
  /** As for payouts: creates an intent that cannot be paid yet. */
  readonly prepare?: (
    order: PaymentOrder,
    account: ProviderAccount,
    limit: CallLimit,
  ) => Promise<PrepareResult>;
  /** Sends one attempt, once. */
  readonly submit: (order: PaymentOrder, account: ProviderAccount, limit: CallLimit) => Promise<SubmitResult>;
  /** Asks for the truth about one attempt. Safe to repeat. */
  readonly lookUp: LookUp;
  /**
   * Asks the provider to stop collecting; the answer is what the provider says about the attempt now. Absent if the provider
   * cannot stop a payment: it is looked up instead.
   */
  readonly cancel?: LookUp;
  /**
   * True if "not found" as the answer to `cancel` closes the reference: a delayed request to open the order is refused and
   * not charged. Such a provider is asked to cancel before "not found" ends a payment (contract §9). False or absent: no
   * cancel, or one without effect on an unknown order.
   */
  readonly cancelClosesUnseen?: boolean;
  /** Passes on the details of a customer's transfer. Safe to repeat. Absent if the provider takes none. */
  readonly submitTransferDetails?: (
    providerReference: string,
    details: TransferDetails,
    account: ProviderAccount,
    limit: CallLimit,
  ) => Promise<TransferDetailsResult>;
};

/** What a provider can do with payouts. */
export type PayoutCalls = {
  /**
   * Creates what the provider needs before the payout and what moves no money: a recipient. Its identifier is kept with the
   * attempt. May be called more than once for one attempt. Absent if the provider needs no such call.
   */
  readonly prepare?: (
    order: PayoutOrder,
    account: ProviderAccount,
    limit: CallLimit,
  ) => Promise<PrepareResult>;
  /** Sends one attempt, once. A bank that the provider does not have is `declined`, and nothing is sent. */
  readonly submit: (order: PayoutOrder, account: ProviderAccount, limit: CallLimit) => Promise<SubmitResult>;
  /** Asks for the truth about one attempt. Safe to repeat. */
  readonly lookUp: LookUp;
  /** The banks of a country (ISO 3166-1 alpha-2), with the codes that `PayoutOrder.bankCode` takes. */
  readonly listBanks?: (country: string, account: ProviderAccount, limit: CallLimit) => Promise<BankList>;
  /** Banks of a country that are known without asking, with the same codes; for routes set to `bundled_banks`. */
  readonly bundledBanks?: (country: string) => readonly Bank[];
  /** The account holder that the order would pay. Moves no money. */
  readonly resolveAccount?: (
    order: Pick<PayoutOrder, 'requisites' | 'bankCode'>,
    account: ProviderAccount,
    limit: CallLimit,
  ) => Promise<AccountResolution>;
};

/** What a provider can do with refunds. */
export type RefundCalls = {
  /**
   * By method code: what this provider refunds beyond or below the catalogue's row (contract §15.5). A method that is not
   * named is refunded as its rail allows.
   */
  readonly terms?: Readonly<Record<string, RefundTerms>>;
  /**
   * True for an account at which the provider keeps no reference of ours for refunds: it gets one refund of a payment at a
   * time, which is found by the list rule (contract §15.4). Absent: it keeps our reference at every account.
   */
  readonly keepsNoReference?: (account: ProviderAccount) => boolean;
  /** Sends one refund, once. */
  readonly submit: (order: RefundOrder, account: ProviderAccount, limit: CallLimit) => Promise<SubmitResult>;
  /** Asks for the truth about one refund. Safe to repeat. */
  readonly lookUp: (
    refund: RefundHandle,
    account: ProviderAccount,
    limit: CallLimit,
  ) => Promise<LookupResult>;
};

/**
 * The handles of an attempt for a look-up. Our reference is the first: an attempt whose create call got no answer has no
 * other, except the result of `prepare`.
 */
export type AttemptHandle = Pick<Attempt, 'providerReference' | 'providerId' | 'prepared'>;

/** The handles of a refund for a look-up. All but our reference and the provider's id serve the list rule (contract §15.4). */
export type RefundHandle = AttemptHandle & SoughtRefund & { readonly charge: RefundedCharge };

type LookUp = (attempt: AttemptHandle, account: ProviderAccount, limit: CallLimit) => Promise<LookupResult>;

/** Reads it page by page; the limit is that of each page. Changes nothing. */
export type ReadStatement = (
  asked: AskedStatement,
  account: ProviderAccount,
  limit: CallLimit,
) => Promise<ToldStatement>;

/**
 * Translates between us and one provider. A connector stores nothing, retries nothing, schedules nothing and never throws
 * for anything the provider or the network does: that is a result. The configuration is checked against its declared
 * capabilities (`docs/adding-a-provider.md`).
 */
export type Connector = Omit<
  ConnectorTerms,
  'types' | 'resolvesAccounts' | 'readsStatements' | 'refundTerms'
> & {
  /** Absent: the provider only pays out. */
  readonly payment?: PaymentCalls;
  /** Absent: the provider only takes payments. */
  readonly payout?: PayoutCalls;
  /** Absent: the provider makes no refunds. */
  readonly refund?: RefundCalls;
  /** Absent: the provider shows no list of what moved money. */
  readonly readStatement?: ReadStatement;
  /** Verifies and reads a callback about a payment, a payout or a refund. `accounts` are all MIDs of the provider. */
  readonly readCallback: (
    callback: IncomingCallback,
    accounts: readonly ProviderAccount[],
  ) => CallbackReading;
};
