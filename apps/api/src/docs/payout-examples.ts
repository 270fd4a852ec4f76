import { exampleInstant, exampleRequestId } from './response-examples.js';

/** A PIX payout and an African one, in every answer that tells of them. */
const identifier = '0190a6c1-9b3d-7e64-a1c2-6f0d8e7b5c31';
const created_date = '2026-01-31T11:59:00.000Z';
const success = { error_code: 0, error_reason: '' };
const declined = {
  error_code: 200,
  error_reason: 'Transaction processing error',
  error_description: 'Declined by provider or bank',
};

const pix = { identifier, reference: 'out-1', request_id: exampleRequestId };
const pixAsked = { method: 'pix', mode: 'initial', currency: 'BRL', amount: '99.9' };

export const flatPayoutExample = {
  ...success,
  ...pix,
  type: 'payout',
  ...pixAsked,
  status: 'pending',
  timestamp: exampleInstant,
};

export const declinedPayoutExample = { ...flatPayoutExample, ...declined, status: 'declined' };

export const exampleBanks = [
  { name: 'Access Bank', code: '044', country: 'NG' },
  { name: 'Guaranty Trust Bank', code: '058', country: 'NG' },
];
const challenge = { challenge_type: 'bank_code', challenge_bank_code: exampleBanks };
const african = { identifier, request_id: exampleRequestId, reference: 'out-2', description: 'Refund 7' };

export const africanPayoutExample = {
  ...african,
  status: { name: 'pending', date: created_date },
  created_date,
  amount: '10000',
  billing_amount: '10000',
  currency: 'NGN',
  requisites: {
    account_number: '******6789',
    account_number_alias: '',
    beneficiary_last_name: 'Okafor',
    beneficiary_first_name: 'Ada',
    beneficiary_email: '',
    beneficiary_phone: '',
    beneficiary_document_type: '',
    beneficiary_document_value: '',
  },
  extra: [{ key: 'order', value: 'A-1' }],
  timestamp: exampleInstant,
  error_code: 0,
  error_message: '',
};

export const africanChoiceExample = { ...africanPayoutExample, challenge };

const step = (status: string, source: string, second: string) => ({
  status,
  date: `2026-01-31T11:59:${second}.000Z`,
  source,
});

export const openPayoutRecordExample = {
  type: 'payout',
  ...african,
  style: 'h2h',
  method: 'bank_transfer_africa',
  mode: 'initial',
  currency: 'NGN',
  amount: '10000',
  status: 'pending',
  ...success,
  created_date,
  finished_date: null,
  billing_amount: '10000',
  billing_currency: 'NGN',
  extra: { meta: { order: 'A-1' } },
  timestamp: exampleInstant,
  provider: 'sandbox',
  challenge,
  history: [step('pending', 'api', '00')],
  callback: { state: 'none', attempts: 0, next_attempt: null },
};

export const finalPayoutRecordExample = {
  type: 'payout',
  ...pix,
  style: 'h2h',
  ...pixAsked,
  status: 'declined',
  ...declined,
  created_date,
  finished_date: '2026-01-31T11:59:40.000Z',
  billing_amount: '99.9',
  billing_currency: 'BRL',
  extra: { meta: {} },
  timestamp: exampleInstant,
  provider: 'sandbox',
  history: [step('pending', 'api', '00'), step('declined', 'provider', '40')],
  callback: {
    event_id: 'evt_0190a6c2b1d47f3e8a5c',
    state: 'delivered',
    attempts: 1,
    next_attempt: null,
  },
};
