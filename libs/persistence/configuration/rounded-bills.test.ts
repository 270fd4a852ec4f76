import { describe, expect, it } from 'vitest';
import { readText, sound } from '#configuration/testing/sound-file';
import { unboundedBills } from './rounded-bills.js';

const rates = "rates: [{ from: BOB, to: EUR, rate: '0.125', source: bank }]\n";

function pathsOf(project: string, routes = '[{ mid: bank_1 }]', more = rates): readonly string[] {
  const text = sound.replace('    routes: [{ mid: bank_1 }]', `    ${project}\n    routes: ${routes}`) + more;
  const reading = readText(text);
  if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.mistakes));
  return unboundedBills(reading.configuration);
}

describe('a project that bills in another currency', () => {
  it('has a least amount, of its own or on each route', () => {
    expect(pathsOf('billing_currency: EUR')).toEqual(['projects.shop.limits.min']);
    expect(pathsOf('billing_currency: EUR\n    limits: { max: 10 }')).toEqual(['projects.shop.limits.min']);
    expect(pathsOf('billing_currency: EUR\n    limits: { min: 10 }')).toEqual([]);
    const routes = (amount: string) => `[{ mid: bank_1, amount: ${amount} }, { name: other, mid: bank_1 }]`;
    expect(pathsOf('billing_currency: EUR', routes('{ BOB: { min: 10 } }'))).toEqual([
      'projects.shop.routes.other.amount.min',
    ]);
    expect(pathsOf('billing_currency: EUR', '[{ mid: bank_1, amount: { min: 10 } }]')).toEqual([]);
    expect(pathsOf('billing_currency: EUR', routes('{ USD: { min: 10 } }'))).toEqual([
      'projects.shop.limits.min',
    ]);
  });

  it('needs none where nothing is converted', () => {
    expect(pathsOf('enabled: true')).toEqual([]);
    expect(pathsOf('billing_currency: USD')).toEqual([]);
    expect(pathsOf('billing_currency: EUR', '[{ mid: bank_1 }]', '')).toEqual([]);
    expect(pathsOf('billing_currency: EUR', '[{ mid: bank_1, currencies: [EUR] }]')).toEqual([]);
  });
});
