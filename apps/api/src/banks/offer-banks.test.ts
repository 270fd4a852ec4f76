import { expect, it } from 'vitest';
import { methodOf } from '#domain/methods/find-method';
import { arrangeBanks, countriesToPay } from './offer-banks.js';

const method = methodOf('payout', 'h2h', 'bank_transfer_africa');
const west = ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'];
const central = ['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'];

it.each<[currency: string, customer: Readonly<Record<string, string>>, countries: readonly string[]]>([
  ['NGN', {}, ['NG']],
  ['NGN', { country: 'GH' }, ['NG']],
  ['ZAR', { country: 'NA' }, ['ZA']],
  ['XOF', { country: 'SN' }, ['SN']],
  ['XOF', { country: 'CM' }, west],
  ['XAF', { country: 'CM' }, ['CM']],
  ['XAF', {}, central],
])('%s of a customer %o goes to %j', (currency, customer, countries) => {
  expect(countriesToPay({ method, money: { amount: '1000', currency }, customer })).toEqual(countries);
});

const bank = (name: string, code: string, country = 'NG') => ({ name, code, country });

it('sorts by name, without regard to case and accents', () => {
  const banks = [bank('Zenith', '3'), bank('Écobank', '2'), bank('ecobank', '4'), bank('Access', '1')];
  expect(arrangeBanks(banks).map(({ code }) => code)).toEqual(['1', '4', '2', '3']);
});

it('shows each code once, even if two countries list it', () => {
  const banks = [
    bank('Orabank Togo', 'ORA', 'TG'),
    bank('Orabank Bénin', 'ORA', 'BJ'),
    bank('NSIA', 'N', 'CI'),
  ];
  expect(arrangeBanks(banks)).toEqual([bank('NSIA', 'N', 'CI'), bank('Orabank Bénin', 'ORA', 'BJ')]);
});

it('returns an empty list for no banks', () => {
  expect(arrangeBanks([])).toEqual([]);
});
