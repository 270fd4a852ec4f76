import { expect, it } from 'vitest';
import { isCurrency } from '../values/currencies.js';
import { africanCurrencies } from './africa.js';

/** The African member states of the United Nations, by ISO 3166-1 alpha-2. */
const states =
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RW ' +
  'SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW';

it('every African country has one currency, which is in ISO 4217', () => {
  expect(Object.values(africanCurrencies).flat().toSorted()).toEqual(states.split(' '));
  expect(Object.keys(africanCurrencies).filter((code) => !isCurrency(code))).toEqual([]);
});

it('only the two CFA francs have several', () => {
  const shared = Object.entries(africanCurrencies).filter(([, countries]) => countries.length > 1);
  expect(Object.fromEntries(shared)).toEqual({
    XAF: ['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'],
    XOF: ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'],
  });
});
