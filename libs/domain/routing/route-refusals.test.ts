import { describe, expect, it } from 'vitest';
import type { Mid, Provider, RouteConditions } from '../configuration/configuration.js';
import {
  sampleConfiguration,
  sampleMid,
  sampleProject,
  sampleProvider,
  sampleRoute,
} from '../configuration/testing/samples.js';
import { chooseRoute, refuseUnfit, type RouteRequest } from './choose-route.js';

const request: RouteRequest = { type: 'payment', method: 'card', currency: 'EUR' };

/** A project with one route to each of these MIDs, in this order. */
const choose = (mids: Readonly<Record<string, Partial<Mid>>>, bank: Partial<Provider> = {}) =>
  chooseRoute(
    sampleConfiguration({
      providers: { bank: sampleProvider(bank) },
      mids: Object.fromEntries(Object.entries(mids).map(([name, fields]) => [name, sampleMid(fields)])),
      routes: Object.keys(mids).map((name) => sampleRoute(name)),
    }),
    'shop',
    request,
  );

describe('a request that the project refuses', () => {
  it('looks at no route: the project is switched off', () => {
    const configuration = sampleConfiguration({ projects: { shop: sampleProject({ enabled: false }) } });
    expect(chooseRoute(configuration, 'shop', request)).toStrictEqual({
      kind: 'refused',
      error: 'paymentProjectDisabled',
      rejected: [],
    });
  });

  it('looks at no route: the project is not configured', () => {
    expect(chooseRoute(sampleConfiguration(), 'other', request)).toStrictEqual({
      kind: 'refused',
      error: 'paymentRoutingInconsistent',
      rejected: [],
    });
  });

  it('looks at no route: the project does not have the method', () => {
    const configuration = sampleConfiguration({ projects: { shop: sampleProject({ methods: ['pix'] }) } });
    expect(chooseRoute(configuration, 'shop', request)).toStrictEqual({
      kind: 'refused',
      error: 'methodNotEnabled',
      description: 'The method is not enabled for the project',
      rejected: [],
    });
  });
});

describe('a request that its provider refuses', () => {
  it.each([
    [{ methods: ['pix'] }, 'methodNotEnabled', 'The method is not enabled for the provider'],
    [{ currencies: ['BRL'] }, 'currencyNotTaken', 'The provider does not accept the currency'],
  ] as const)('%o: %s', (bank, error, description) => {
    expect(choose({ main: {} }, bank)).toStrictEqual({
      kind: 'refused',
      error,
      description,
      rejected: [{ route: 'main', error, description }],
    });
  });

  it('gives no description where the error says everything', () => {
    expect(choose({ main: {} }, { enabled: false })).toStrictEqual({
      kind: 'refused',
      error: 'providerDisabled',
      rejected: [{ route: 'main', error: 'providerDisabled' }],
    });
  });
});

describe('several routes that refuse a request', () => {
  it('refuse it with the reason of the route that came furthest', () => {
    expect(choose({ first: { methods: ['pix'] }, second: { enabled: false } })).toMatchObject({
      error: 'paymentMidDisabled',
    });
    expect(choose({ first: { enabled: false }, second: { methods: ['pix'] } })).toMatchObject({
      error: 'paymentMidDisabled',
    });
  });

  it('refuse it as inconsistent only if none has a provider', () => {
    const gone = { provider: 'gone' };
    expect(choose({ first: gone, second: { methods: ['pix'] } })).toMatchObject({
      error: 'methodNotEnabled',
    });
    expect(choose({ first: gone, second: gone })).toMatchObject({ error: 'paymentRoutingInconsistent' });
  });
});

describe('a condition of a route', () => {
  const refused = (conditions: RouteConditions, fields: Partial<RouteRequest>) =>
    refuseUnfit(sampleRoute('main', { conditions }), { ...request, ...fields });

  it('refuses with an error and a description', () => {
    expect(refused({ currencies: ['USD'] }, {})).toStrictEqual({
      kind: 'refused',
      error: 'paymentRouteMissing',
      description: 'The route does not accept the currency',
    });
  });

  it('names every country that the route takes', () => {
    const countries = ['PT', 'ES'];
    const sentence = 'must be one of PT, ES';
    expect(refused({ countries }, { country: 'NL' })?.description).toBe(`customer.country: ${sentence}`);
    expect(refused({ countries }, { country: null })?.description).toBe(
      `customer.country: is required by the route, and ${sentence}`,
    );
  });

  it('holds for the first digits of a card', () => {
    const cardNumber = '5555000000004444';
    expect(refused({ bins: ['5555'] }, { cardNumber })).toBeUndefined();
    expect(refused({ bins: ['4444'] }, { cardNumber })).toMatchObject({ error: 'paymentRouteMissing' });
  });
});
