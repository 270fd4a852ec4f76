import type { CustomerWith, Meta } from './request-parts.js';

/** A body of `POST /v2/payout` (specification §2.10). */
export type PayoutRequest = AfricaPayout | BoliviaPayout | PixPayout;

export type AfricaPayout = Payout<'bank_transfer_africa', never> & {
  /** Without it, or without its bank code, the answer carries the `bank_code` challenge. */
  readonly bank_transfer_africa?: Beneficiary & {
    readonly bank_code?: string;
    readonly account_number?: string;
  };
};

export type BoliviaPayout = Payout<'bank_transfer_bolivia', 'country'> & {
  readonly bank_transfer_bolivia: Beneficiary & {
    readonly bank_code: string;
    readonly account_number: string;
    readonly account_type: 'SAVINGS' | 'CHECKING';
    readonly beneficiary_first_name: string;
    readonly beneficiary_last_name: string;
  };
};

export type PixPayout = Payout<'pix', 'first_name' | 'last_name'> & {
  readonly lang?: string;
  readonly pix: {
    readonly name: string;
    /** The PIX key. */
    readonly account: string;
    readonly account_type: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL';
    readonly document_number?: string;
  };
};

type Payout<Method extends string, Needed extends 'country' | 'first_name' | 'last_name'> = {
  readonly method: Method;
  /** Your own id of the payout, unique for your payouts: 1 to 128 characters. */
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Exact decimal in major units, such as `10.10`. */
  readonly amount: string;
  readonly description?: string;
  readonly customer: CustomerWith<Needed>;
  readonly callback_url?: string;
  readonly extra?: { readonly meta?: Meta };
};

type Beneficiary = {
  readonly account_number_alias?: string;
  readonly beneficiary_first_name?: string;
  readonly beneficiary_last_name?: string;
  readonly beneficiary_email?: string;
  readonly beneficiary_phone?: string;
  readonly beneficiary_document_type?: string;
  readonly beneficiary_document_value?: string;
};
