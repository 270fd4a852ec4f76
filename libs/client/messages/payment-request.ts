// Written from the catalogue of methods by `npm run generate`.
import type { Meta } from './record.js';
import type { Card, CustomerWith, Direct, Hosted } from './request-parts.js';

/** A body of `POST /v2/payment` (specification §2.2 to §2.6): server to server, or on the hosted page. */
export type PaymentRequest =
  | (Hosted<'qr_code', 'email' | 'phone' | 'first_name' | 'last_name' | 'itn'> & {
      readonly extra: { readonly meta: Meta & { readonly documentType: 'CO_CC' | 'CO_CE' | 'CO_NIT' } };
    })
  | Hosted<'wallet_mach', 'first_name' | 'last_name' | 'country' | 'itn'>
  | Hosted<'pix' | 'pix_br', 'first_name' | 'last_name' | 'itn'>
  | Hosted<'multibanco' | 'open_banking', never>
  | Hosted<
      'card',
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
      | 'ip'
    >
  | Hosted<'p2c', 'first_name' | 'last_name'>
  | Hosted<'cash_uruguay', 'phone' | 'first_name' | 'last_name' | 'country' | 'itn'>
  | (Hosted<'cash_mexico', 'first_name' | 'last_name' | 'country' | 'itn'> & { readonly lang?: string })
  | (Direct<'payid', 'email' | 'first_name' | 'last_name'> & { readonly mode: 'initial' })
  | (Direct<'mbway', never> & { readonly mode: 'initial' })
  | (Omit<Direct<'ussd', never>, 'customer'> & { readonly customer?: CustomerWith<never> } & {
      readonly mode: 'initial';
      readonly channel_code: string;
      readonly redirect_url: string;
      readonly callback_url: string;
    })
  | (Direct<'ideal', 'first_name' | 'last_name' | 'country'> & { readonly mode: 'initial' })
  | Direct<'cash_costa_rica', 'phone' | 'first_name' | 'last_name' | 'country'>
  | (Direct<
      'card',
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
      | 'ip'
    > & { /** Without it, the challenge leads to the hosted form. */ readonly card?: Card })
  | Direct<'p2c', 'email' | 'phone' | 'first_name' | 'last_name'>
  | (Direct<'bank_transfer_mexico', 'first_name' | 'last_name' | 'itn'> & { readonly lang?: string })
  | (Direct<'bank_transfer_peru', 'first_name' | 'last_name' | 'country' | 'itn'> & {
      readonly mode: 'initial';
    });

/** Methods whose amount is a JSON string on the wire (specification §2.2). */
export const methodsWithTextAmount: ReadonlySet<string> = new Set(['multibanco', 'open_banking']);
