import { expect, it } from 'vitest';
import { maskAccounts } from './mask-accounts.js';

it('shows the last four characters of an account number or a PIX key, and other requisites unmasked', () => {
  const bolivian = { bank_code: '1', account_number: '1234567890', account_type: 'SAVINGS' };
  expect(maskAccounts(bolivian)).toEqual({ ...bolivian, account_number: '******7890' });
  const pix = { name: 'Joao Silva', account: 'joao@example.com', account_type: 'EMAIL' };
  expect(maskAccounts(pix)).toEqual({ ...pix, account: '************.com' });
  expect(maskAccounts({ account_number: '1234' })).toEqual({ account_number: '1234' });
  expect(maskAccounts({})).toEqual({});
});
