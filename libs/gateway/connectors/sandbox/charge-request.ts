import { methodOf } from '#domain/methods/find-method';
import type { PaymentOrder } from '../connector.js';

/** Our challenge types in the provider's words; `none` skips the customer's step. */
const nextSteps: Readonly<Record<string, string>> = {
  none: 'none',
  redirect: 'visit',
  ussd: 'dial',
  qr: 'scan',
  multibanco: 'entity',
  voucher: 'slip',
  bank_transfer_mexico: 'transfer',
};

/** Body of `POST /charges`. The provider is told only what it asks for. Holds card data: never to be logged. */
export function chargeRequest(order: PaymentOrder): Record<string, unknown> {
  const { card, customer, meta, money } = order;
  return {
    order: order.providerReference,
    value: money.amount,
    iso: money.currency,
    instrument: order.method.toUpperCase(),
    memo: order.description,
    payer: { phone: customer.phone },
    card: card && {
      number: card.pan,
      code: card.cvv,
      month: card.expMonth,
      year: card.expYear,
      holder: card.holderName,
    },
    channel: order.channelCode,
    payable_until: order.payableUntil,
    notify_url: order.callbackUrl,
    return_url: order.returnUrl,
    simulate: {
      scenario: meta.sandbox,
      delay_ms: meta.sandbox_delay_ms,
      next_step: nextStep(meta.sandbox_challenge ?? usualChallenge(order)),
    },
  };
}

/** What the method's customers usually have to do; a merchant may ask for another challenge (contract §6). */
function usualChallenge({ style, method }: PaymentOrder): string | undefined {
  return methodOf('payment', style, method).challenges[0];
}

/** An unknown word goes through, for the provider to refuse. */
function nextStep(challenge: string | number | boolean | undefined): string | undefined {
  if (challenge === undefined) return undefined;
  const word = String(challenge);
  return Object.hasOwn(nextSteps, word) ? nextSteps[word] : word;
}
