import type { Card, Customer, CustomerWith, Meta } from './request-parts.js';

/** A body of `POST /v2/payment` (specification §2.2 to §2.6): server to server, or on the hosted page. */
export type PaymentRequest = DirectPayments[keyof DirectPayments] | HostedPayments[keyof HostedPayments];

/** By `method`. What one more than the others has stands in its row. */
type DirectPayments = {
  readonly payid: Direct<'payid', 'email' | 'first_name' | 'last_name'> & Initial;
  readonly mbway: Direct<'mbway', never> & Initial;
  readonly ussd: Omit<Direct<'ussd', never>, 'customer'> & Initial & UssdFields;
  /** Give the phone in international form: without it the payment is not completed. */
  readonly ideal: Direct<'ideal', 'first_name' | 'last_name' | 'country'> & Initial;
  readonly cash_costa_rica: Direct<'cash_costa_rica', 'phone' | 'first_name' | 'last_name' | 'country'>;
  /** Without `card`, the challenge leads to the hosted form. */
  readonly card: Direct<'card', CardCustomer> & { readonly card?: Card };
  readonly p2c: Direct<'p2c', 'email' | 'phone' | 'first_name' | 'last_name'>;
  readonly bank_transfer_mexico: Direct<'bank_transfer_mexico', 'first_name' | 'last_name' | 'itn'> & Lang;
  readonly bank_transfer_peru: Direct<'bank_transfer_peru', 'first_name' | 'last_name' | 'country' | 'itn'> &
    Initial;
};

/** By `widget.method`. */
type HostedPayments = {
  readonly qr_code: Hosted<'qr_code', 'email' | 'phone' | 'first_name' | 'last_name' | 'itn'> & {
    readonly extra: { readonly meta: Meta & { readonly documentType: 'CO_CC' | 'CO_CE' | 'CO_NIT' } };
  };
  readonly wallet_mach: Hosted<'wallet_mach', 'first_name' | 'last_name' | 'country' | 'itn'>;
  readonly pix: Hosted<'pix' | 'pix_br', 'first_name' | 'last_name' | 'itn'>;
  readonly multibanco: Hosted<'multibanco' | 'open_banking', never>;
  readonly card: Hosted<'card', CardCustomer>;
  readonly p2c: Hosted<'p2c', 'first_name' | 'last_name'>;
  readonly cash_uruguay: Hosted<'cash_uruguay', 'phone' | 'first_name' | 'last_name' | 'country' | 'itn'>;
  readonly cash_mexico: Hosted<'cash_mexico', 'first_name' | 'last_name' | 'country' | 'itn'> & Lang;
};

type Payment<Needed extends keyof Customer> = {
  /** Your own id of the order, unique for your payments: 1 to 128 characters. */
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Exact decimal in major units, such as `10.10`; written on the wire as the method takes it. */
  readonly amount: string;
  readonly description?: string;
  readonly customer: CustomerWith<Needed>;
  readonly redirect_url?: string;
  readonly cancel_url?: string;
  readonly error_url?: string;
  readonly callback_url?: string;
  readonly extra?: { readonly meta?: Meta };
};

type Direct<Method extends string, Needed extends keyof Customer> = Payment<Needed> & {
  readonly method: Method;
  readonly widget?: never;
};

type Hosted<Method extends string, Needed extends keyof Customer> = Payment<Needed> & {
  readonly method?: never;
  /** `locale`: the language of the hosted page, BCP 47. */
  readonly widget: { readonly method: Method; readonly locale?: string };
};

type UssdFields = {
  readonly channel_code: string;
  readonly redirect_url: string;
  readonly callback_url: string;
  readonly customer?: CustomerWith<never>;
};

type Initial = { readonly mode: 'initial' };
type Lang = { readonly lang?: string };

type CardCustomer =
  | 'email'
  | 'phone'
  | 'first_name'
  | 'last_name'
  | 'country'
  | 'state_code'
  | 'city'
  | 'address'
  | 'zip_code'
  | 'birthday'
  | 'ip';
