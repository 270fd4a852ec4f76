import type { StripeObject } from './ask-stripe.js';

type Confirmed = { readonly id: string; readonly amount: number; readonly returnUrl: string | null };

const page = 'https://payments.stripe.example';

/** What a confirmed intent shows its customer, by Stripe's name of the method. */
export const nextActions: Readonly<Record<string, (confirmed: Confirmed) => StripeObject>> = {
  card: redirect,
  ideal: redirect,
  multibanco: ({ id }) => ({
    type: 'multibanco_display_details',
    multibanco_display_details: {
      entity: '11249',
      reference: '123456789',
      hosted_voucher_url: `${page}/multibanco/${id}`,
    },
  }),
  pix: ({ id }) => ({
    type: 'pix_display_qr_code',
    pix_display_qr_code: {
      data: `00020126BR.GOV.BCB.PIX${id}`,
      hosted_instructions_url: `${page}/pix/${id}`,
    },
  }),
  oxxo: ({ id }) => ({
    type: 'oxxo_display_details',
    oxxo_display_details: {
      number: '12345678901234567890123456789012',
      expires_after: 1_900_000_000,
      hosted_voucher_url: `${page}/oxxo/${id}`,
    },
  }),
  customer_balance: ({ id, amount }) => ({
    type: 'display_bank_transfer_instructions',
    display_bank_transfer_instructions: {
      amount_remaining: amount,
      currency: 'mxn',
      financial_addresses: [{ type: 'spei', spei: { clabe: '002010077777777771', bank_name: 'BANAMEX' } }],
      hosted_instructions_url: `${page}/spei/${id}`,
    },
  }),
};

function redirect({ id, returnUrl }: Confirmed): StripeObject {
  return {
    type: 'redirect_to_url',
    redirect_to_url: { url: `${page}/redirect/${id}`, return_url: returnUrl },
  };
}

/** A bank transfer's action, once a transfer has come that pays a part; in minor units. */
export function lessRemaining(action: StripeObject, amount: number): StripeObject {
  const details = action['display_bank_transfer_instructions'] as { readonly amount_remaining: number };
  const amount_remaining = details.amount_remaining - amount;
  return { ...action, display_bank_transfer_instructions: { ...details, amount_remaining } };
}
