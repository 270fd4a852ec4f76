import type { Echoed, Meta } from './record.js';
import type { RefundRecord } from './refund-record.js';

/** Specification §2.3. */
export type Customer = {
  /** Any value that is unique in your system. */
  readonly identifier: string;
  readonly email?: string;
  readonly phone?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly middle_name?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  /** ISO 3166-2. */
  readonly state_code?: string;
  readonly city?: string;
  readonly address?: string;
  readonly zip_code?: string;
  /** The national tax or identity number. */
  readonly itn?: string;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string;
  readonly ip?: string;
  readonly gender?: string;
};

/** A customer of whom these are known, too. */
export type CustomerWith<Needed extends keyof Customer> = Customer & Required<Pick<Customer, Needed>>;

/** Specification §2.6. */
export type Card = {
  readonly pan: string;
  readonly exp_month: string;
  readonly exp_year: string;
  readonly holder_name: string;
  readonly cvv: string;
};

/** What every create request has. */
type Create<Needed extends keyof Customer> = Echoed & {
  /** Your own id of it, unique for your payments and for your payouts: 1 to 128 characters. */
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Exact decimal in major units, such as `10.10`; written on the wire as the method takes it. */
  readonly amount: string;
  readonly customer: CustomerWith<Needed>;
  readonly callback_url?: string;
  readonly extra?: { readonly meta?: Meta };
};

type Payment<Needed extends keyof Customer> = Create<Needed> & {
  readonly redirect_url?: string;
  readonly cancel_url?: string;
  readonly error_url?: string;
};

/** A payment server to server. */
export type Direct<Method extends string, Needed extends keyof Customer> = Payment<Needed> & {
  readonly method: Method;
  readonly widget?: never;
};

/** A payment on the hosted page; `locale`: its language, BCP 47. */
export type Hosted<Method extends string, Needed extends keyof Customer> = Payment<Needed> & {
  readonly method?: never;
  readonly widget: { readonly method: Method; readonly locale?: string };
};

export type Payout<Method extends string, Needed extends keyof Customer> = Create<Needed> & {
  readonly method: Method;
};

/** What the customer's bank says of a transfer in Mexico (contract §7). */
export type TransferDetails = {
  readonly reference: string;
  /** The clave de rastreo: 1 to 30 letters and digits. */
  readonly tracking_key: string;
  readonly sender_bank?: string;
  /** 18 digits, the last one a check digit. */
  readonly sender_clabe?: string;
  /** ISO 8601. */
  readonly transferred_at?: string;
};

/** A body of `POST /v2/refund` (contract §15.1). */
export type RefundRequest = {
  /** Your own id of it, unique for your refunds: 1 to 128 characters. */
  readonly reference: string;
  /** The `reference` of the payment that is given back. */
  readonly payment_reference: string;
  /** Exact decimal in major units, such as `4.50`. Leave the field out to give back all that is left of the payment. */
  readonly amount?: string;
  /** ISO 4217; that of the payment, which is taken without it. */
  readonly currency?: string;
  readonly reason?: NonNullable<RefundRecord['reason']>;
  /** Up to 140 characters, passed to the provider and, where the rail can, shown to the customer. */
  readonly description?: string;
  readonly callback_url?: string;
  readonly extra?: { readonly meta?: Meta };
};
