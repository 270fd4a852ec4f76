/** Objects as Stripe shows them, as far as they are read. */
export type Fields = Readonly<Record<string, unknown>>;

export const providerReference = 'ref-1';

export const intent = (fields: Fields = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_confirmation',
  amount: 1_234,
  amount_received: 0,
  currency: 'eur',
  cancellation_reason: null,
  last_payment_error: null,
  latest_charge: null,
  next_action: null,
  metadata: { gateway_reference: providerReference, gateway_flow: 'direct' },
  client_secret: 'pi_1_secret_x',
  ...fields,
});

/** Fields of an intent that is paid on a page. */
export const onPage: Fields = { metadata: { gateway_reference: providerReference, gateway_flow: 'page' } };

/** Fields of an intent whose payment has failed. */
export const failed = (error: Fields = {}): Fields => ({
  status: 'requires_payment_method',
  last_payment_error: { code: 'card_declined', decline_code: 'do_not_honor', ...error },
});

export const page = (fields: Fields = {}) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  client_reference_id: providerReference,
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 1_234,
  currency: 'eur',
  url: 'https://checkout.stripe.com/c/pay/cs_test_1',
  payment_intent: null,
  ...fields,
});

export const refund = (fields: Fields = {}) => ({
  id: 're_1',
  object: 'refund',
  status: 'succeeded',
  amount: 100,
  currency: 'eur',
  payment_intent: 'pi_1',
  metadata: { gateway_reference: 'ref-2' },
  ...fields,
});

/** An error, with a sentence that must not be repeated. */
export const fault = (fields: Fields = {}) => ({
  error: { type: 'invalid_request_error', message: 'Ada', ...fields },
});
