import { describe, expect, it } from 'vitest';
import { connectorTerms } from '#gateway/connectors/registry';
import { checkCurrencies } from './check-currencies.js';
import { soundParts } from './sound-parts.js';

type Written = {
  readonly connector?: string;
  readonly currencies?: unknown;
  readonly mid?: object;
  readonly route?: object;
};

/** What is said of a provider `bank` with one MID and, where one is given, one route. */
function mistakes({ connector = 'paystack', currencies, mid = {}, route }: Written): readonly string[] {
  const data = {
    providers: { bank: { connector, base_url: 'http://bank.test', settle: '1m', currencies } },
    mids: { bank_1: { provider: 'bank', ...mid } },
    projects: { shop: { routes: route ? [{ mid: 'bank_1', ...route }] : [] } },
  };
  return checkCurrencies(soundParts(data, [], connectorTerms)).map(
    ({ at, message }) => `${at.join('.')}: ${message}`,
  );
}

const counted = 'connector paystack counts NGN, USD, GHS, ZAR, KES, XOF only';
const atRoute = 'projects.shop.routes.0: route';

describe('a currency that a connector has no minor unit for', () => {
  it('is refused with the provider, the route and the currency', () => {
    expect(mistakes({ currencies: ['NGN', 'RWF'], route: {} })).toEqual([
      `${atRoute} bank_1 sends RWF to provider bank; ${counted}`,
    ]);
    expect(mistakes({ currencies: { card: ['UGX'], all: ['NGN'] }, route: { name: 'west' } })).toEqual([
      `${atRoute} west sends UGX to provider bank; ${counted}`,
    ]);
    expect(mistakes({ connector: 'mercado_pago', currencies: ['CLP'], route: {} })).toEqual([
      `${atRoute} bank_1 sends CLP to provider bank; connector mercado_pago counts BRL, MXN only`,
    ]);
  });

  it('is refused with its provider where no route sends it', () => {
    const alone = [`providers.bank.currencies: provider bank takes RWF; ${counted}`];
    expect(mistakes({ currencies: ['NGN', 'RWF'] })).toEqual(alone);
    expect(mistakes({ currencies: ['NGN', 'RWF'], route: { currencies: ['NGN'] } })).toEqual(alone);
  });

  it('is among all currencies, unless MID or route leave it out', () => {
    const any = [`${atRoute} bank_1 sends any currency to provider bank; ${counted}`];
    expect(mistakes({ currencies: 'all', route: {} })).toEqual(any);
    expect(mistakes({ currencies: { all: 'all', card: ['NGN'] }, route: {} })).toEqual(any);
    expect(mistakes({ currencies: 'all', route: { currencies: ['NGN', 'XOF'] } })).toEqual([]);
    expect(mistakes({ currencies: 'all', mid: { currencies: ['NGN'] }, route: {} })).toEqual([]);
    expect(mistakes({ currencies: { all: 'all', card: ['NGN'] }, route: { methods: ['card'] } })).toEqual([]);
    expect(mistakes({ currencies: 'all' })).toEqual([]);
  });

  it('is absent if the connector uses the decimals of ISO 4217', () => {
    expect(mistakes({ connector: 'sandbox', currencies: 'all', route: {} })).toEqual([]);
    expect(mistakes({ connector: 'v2', currencies: ['RWF', 'CLF'], route: {} })).toEqual([]);
  });
});
