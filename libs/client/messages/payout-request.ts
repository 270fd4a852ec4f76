// Written from the catalogue of methods by `npm run generate`.
import type { Payout } from './request-parts.js';

/** A body of `POST /v2/payout` (specification §2.10). */
export type PayoutRequest =
  | (Payout<'bank_transfer_africa', never> & {
      readonly bank_transfer_africa?: {
        readonly account_number?: string;
        readonly account_number_alias?: string;
        readonly beneficiary_first_name?: string;
        readonly beneficiary_last_name?: string;
        readonly beneficiary_email?: string;
        readonly beneficiary_phone?: string;
        readonly beneficiary_document_type?: string;
        readonly beneficiary_document_value?: string;
        readonly bank_code?: string;
      };
    })
  | (Payout<'bank_transfer_bolivia', 'country'> & {
      readonly bank_transfer_bolivia: {
        readonly bank_code: string;
        readonly account_number: string;
        readonly account_type: 'SAVINGS' | 'CHECKING';
        readonly beneficiary_first_name: string;
        readonly beneficiary_last_name: string;
        readonly beneficiary_document_type?: 'CI' | 'NIT';
        readonly beneficiary_phone?: string;
        readonly account_number_alias?: string;
        readonly beneficiary_document_value?: string;
        readonly beneficiary_email?: string;
      };
    })
  | (Payout<'pix', 'first_name' | 'last_name'> & {
      readonly lang?: string;
      readonly pix: {
        readonly name: string;
        readonly account: string;
        readonly account_type: 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL';
        readonly document_number?: string;
      };
    });
