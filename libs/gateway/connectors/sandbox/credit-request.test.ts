import { describe, expect, it } from 'vitest';
import { bolivianBankCodes } from '#domain/methods/bolivian-banks';
import type { PayoutOrder } from '../connector.js';
import { bolivianBanks } from './bolivian-banks.js';
import { creditRequest, providerBank } from './credit-request.js';

const order: PayoutOrder = {
  providerReference: 'ord-1',
  method: 'bank_transfer_bolivia',
  money: { amount: '10.10', currency: 'BOB' },
  customer: { identifier: 'c-1', first_name: 'Ana', last_name: 'Rojas' },
  requisites: { account_number: '1234567890', account_type: 'SAVINGS' },
  bankCode: '1',
  meta: { sandbox: 'success', sandbox_delay_ms: 10 },
  callbackUrl: 'http://api.test/provider-callbacks/sandbox',
};

describe('our bank codes in the provider’s words (specification §2.10)', () => {
  it('every Bolivian code of the specification names one bank, and each another', () => {
    const banks = bolivianBankCodes.map((bankCode) => providerBank({ ...order, bankCode }));
    expect(banks.filter(({ kind }) => kind !== 'known')).toEqual([]);
    expect(new Set(banks.map((bank) => JSON.stringify(bank))).size).toBe(bolivianBankCodes.length);
    expect(Object.keys(bolivianBanks).toSorted()).toEqual(bolivianBankCodes.toSorted());
  });

  it.each(['4', 'BCO001', 'constructor', ''])('%s is no bank of the provider', (bankCode) => {
    expect(providerBank({ ...order, bankCode })).toEqual({ kind: 'missing' });
  });

  it('codes of other methods are the provider’s own, and some payouts have none', () => {
    const african = { ...order, method: 'bank_transfer_africa', bankCode: '058' };
    expect(providerBank(african)).toEqual({ kind: 'known', code: '058' });
    const { bankCode: _bankCode, ...pix } = { ...order, method: 'pix' };
    expect(providerBank(pix)).toEqual({ kind: 'none' });
  });
});

describe('what the provider is told', () => {
  it('is the order in its words', () => {
    expect(creditRequest(order, 'BCO001')).toMatchObject({
      order: 'ord-1',
      value: '10.10',
      iso: 'BOB',
      rail: 'BANK_TRANSFER_BOLIVIA',
      beneficiary: { bank: 'BCO001', account: '1234567890', account_kind: 'SAVINGS', holder: 'Ana Rojas' },
      simulate: { scenario: 'success', delay_ms: 10 },
    });
  });

  it.each([
    [
      'the beneficiary of the requisites',
      { beneficiary_first_name: 'Eva', beneficiary_last_name: 'Paz' },
      'Eva Paz',
    ],
    ['the customer for what is not given', { beneficiary_last_name: 'Paz' }, 'Ana Paz'],
    ['the name of a Pix key', { name: 'Eva Paz Filho' }, 'Eva Paz Filho'],
  ])('names %s', (_who, requisites, holder) => {
    expect(creditRequest({ ...order, requisites }, undefined)).toMatchObject({ beneficiary: { holder } });
  });
});
