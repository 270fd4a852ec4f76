import { expect, it } from 'vitest';
import { arrangeBanks } from './offer-banks.js';

const bank = (name: string, code: string, country = 'NG') => ({ name, code, country });

it('sorts by name, in the order people know', () => {
  const banks = [bank('Zenith', '3'), bank('Écobank', '2'), bank('ecobank', '4'), bank('Access', '1')];
  expect(arrangeBanks(banks).map(({ code }) => code)).toEqual(['1', '4', '2', '3']);
});

it('shows each code once, though two countries list it', () => {
  const banks = [
    bank('Orabank Togo', 'ORA', 'TG'),
    bank('Orabank Bénin', 'ORA', 'BJ'),
    bank('NSIA', 'N', 'CI'),
  ];
  expect(arrangeBanks(banks)).toEqual([bank('NSIA', 'N', 'CI'), bank('Orabank Bénin', 'ORA', 'BJ')]);
});

it('leaves no banks as they are', () => {
  expect(arrangeBanks([])).toEqual([]);
});
