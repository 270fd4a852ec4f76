/** The ideal payment of the signing guide, in every answer that tells of it. */
export const exampleRequestId = '0190a6c1-7c1e-7b3a-9f59-0d3c1b7f5a21';
export const exampleInstant = '2026-01-31T12:00:00.000Z';
const identifier = '0190a6c1-7c1f-7d52-8f0e-5a2b9c4d6e73';
const event_id = 'evt_0190a6c2b1d47f3e8a5c';

const named = { identifier, reference: 'ord-1', request_id: exampleRequestId };
const asked = { method: 'ideal', mode: 'initial', currency: 'EUR', amount: '10.10' };
const challenge = {
  challenge_type: 'redirect',
  challenge_redirect: { url: 'https://bank.example.com/pay/6f1c' },
};
const declined = {
  error_code: 200,
  error_reason: 'Transaction processing error',
  error_description: 'Declined by provider or bank',
};

export const directAcceptanceExample = {
  error_code: 0,
  error_reason: '',
  ...named,
  type: 'payment',
  ...asked,
  status: 'created',
  challenge,
  timestamp: exampleInstant,
};

export const directDeclineExample = {
  ...declined,
  ...named,
  type: 'payment',
  ...asked,
  status: 'declined',
  timestamp: exampleInstant,
};

export const hostedAcceptanceExample = {
  error_code: 0,
  ...named,
  status: 'new',
  redirect_url: 'https://pay.example.com/pay/q0Zk3vE8',
};

const described = {
  type: 'payment',
  ...named,
  style: 'h2h',
  ...asked,
  description: 'Order 1',
  created_date: '2026-01-31T11:59:00.000Z',
  extra: { meta: { order: 'A-1' } },
  timestamp: exampleInstant,
};
const step = (status: string, source: string, second: string) => ({
  status,
  date: `2026-01-31T11:59:${second}.000Z`,
  source,
});

export const openRecordExample = {
  ...described,
  status: 'created',
  error_code: 0,
  error_reason: '',
  finished_date: null,
  billing_amount: '10.10',
  billing_currency: 'EUR',
  provider: 'sandbox',
  challenge,
  history: [step('pending', 'api', '00'), step('created', 'provider', '01')],
  callback: { state: 'none', attempts: 0, next_attempt: null },
};

export const finalRecordExample = {
  ...described,
  status: 'declined',
  ...declined,
  finished_date: '2026-01-31T11:59:40.000Z',
  billing_amount: '10.10',
  billing_currency: 'EUR',
  provider: 'sandbox',
  history: [...openRecordExample.history, step('declined', 'provider', '40')],
  callback: { event_id, state: 'delivered', attempts: 1, next_attempt: null },
};

export const eventExample = {
  event_id,
  ...described,
  status: 'success',
  error_code: 0,
  error_reason: '',
  finished_date: '2026-01-31T11:59:40.000Z',
};
