import { describe, expect, it } from 'vitest';
import { readChallenge } from './read-challenge.js';

describe('what a customer pays by', () => {
  const [url, page_] = ['https://bank.example/pay', 'https://payments.stripe.com/voucher'];
  it.each([
    ['redirect_to_url', { url }, { type: 'redirect', url }],
    ['redirect_to_url', { url: 'javascript:alert(1)' }, undefined],
    [
      'pix_display_qr_code',
      { data: '000201', hosted_instructions_url: page_ },
      { type: 'qr', payload: '000201', instructionsUrl: page_ },
    ],
    ['pix_display_qr_code', {}, undefined],
    [
      'multibanco_display_details',
      { entity: '12345', reference: '999123456', hosted_voucher_url: page_ },
      { type: 'multibanco', entity: '12345', reference: '999123456', instructionsUrl: page_ },
    ],
    ['multibanco_display_details', { entity: null, reference: '1' }, undefined],
    [
      'oxxo_display_details',
      { number: '12345678901234', expires_after: 1_800_000_000, hosted_voucher_url: null },
      { type: 'voucher', number: '12345678901234', payBy: '2027-01-15T08:00:00.000Z', places: ['OXXO'] },
    ],
    ['oxxo_display_details', { number: '1', expires_after: null }, undefined],
    [
      'display_bank_transfer_instructions',
      { financial_addresses: [{ type: 'spei', spei: { clabe: '646180111812345678' } }] },
      { type: 'bank_transfer_mexico', clabe: '646180111812345678' },
    ],
    ['display_bank_transfer_instructions', { financial_addresses: [{ type: 'iban' }] }, undefined],
    ['use_stripe_sdk', { type: 'three_d_secure_redirect' }, undefined],
    ['toString', {}, undefined],
  ])('%s, %j', (type, details, challenge) => {
    expect(readChallenge({ type, [type]: details })).toEqual(challenge);
  });

  it.each([null, 'x', {}, { type: 'redirect_to_url' }])('is nothing in %j', (nextAction) => {
    expect(readChallenge(nextAction)).toBeUndefined();
  });
});
