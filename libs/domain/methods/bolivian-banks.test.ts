import { expect, it } from 'vitest';
import { bolivianBankCodes, bolivianBankNames } from './bolivian-banks.js';

it('names banks of the list only, each by a name of its own', () => {
  const named = Object.keys(bolivianBankNames);
  expect(named).toEqual(bolivianBankCodes.filter((code) => Object.hasOwn(bolivianBankNames, code)));
  expect(new Set(Object.values(bolivianBankNames)).size).toBe(named.length);
  expect(bolivianBankNames).toMatchObject({ '1': 'Banco Mercantil Santa Cruz', '6': 'Banco Unión' });
});
