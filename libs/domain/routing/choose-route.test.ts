import { describe, expect, it } from 'vitest';
import type { BankCodeChallenge, Route, RouteConditions } from '../configuration/configuration.js';
import { bankSource, refuseUnfit, type RouteRequest } from './choose-route.js';

const request: RouteRequest = {
  type: 'payment',
  method: 'card',
  currency: 'EUR',
  amount: '100',
  country: 'ES',
  cardNumber: '4242424242424242',
};
const route: Route = {
  name: 'main',
  project: 'shop',
  types: ['payment'],
  methods: ['card'],
  mid: 'main',
  priority: 1,
  bankCodeChallenges: [],
};

const refused = (conditions: RouteConditions, changes: Partial<RouteRequest> = {}) =>
  refuseUnfit({ ...route, conditions }, { ...request, ...changes })?.description;

describe('a route is for the transaction', () => {
  const fit: readonly (readonly [RouteConditions, Partial<RouteRequest>])[] = [
    [{}, {}],
    [{ currencies: ['USD', 'EUR'] }, {}],
    [{ countries: ['ES'] }, {}],
    [{ amount: { all: { min: '100', max: '100' } } }, { amount: '100.00' }],
    [{ amount: { USD: { max: '1' } } }, {}],
    [{ amount: { all: { max: '1' }, EUR: { max: '100' } } }, {}],
    [{ bins: ['5555', '424242'] }, {}],
    [{ bins: ['42424242'] }, {}],
    [{ meta: { channel: ['app', 'web'] } }, { meta: { channel: 'web', other: 'x' } }],
    [{ meta: { channel: ['app'], level: ['1.50'] } }, { meta: { channel: 'app', level: '1.50' } }],
  ];
  it.each(fit)('%o: %o', (conditions, changes) => expect(refused(conditions, changes)).toBeUndefined());

  it('as far as the request tells what it is', () => {
    const { amount: _amount, country: _country, cardNumber: _card, ...some } = request;
    const conditions = {
      countries: ['PT'],
      amount: { all: { min: '1000' } },
      bins: ['5555'],
      meta: { a: ['b'] },
    };
    expect(refuseUnfit({ ...route, conditions }, some)).toBeUndefined();
  });
});

describe('a route is for others, and says why', () => {
  const unfit: readonly (readonly [RouteConditions, Partial<RouteRequest>, string])[] = [
    [{}, { type: 'payout' }, 'The route does not accept payouts'],
    [{}, { method: 'pix' }, 'The route does not accept the method'],
    [{ currencies: ['USD'] }, {}, 'The route does not accept the currency'],
    [{ countries: ['PT'] }, {}, 'customer.country: must be one of PT'],
    [
      { countries: ['PT'] },
      { country: null },
      'customer.country: is required by the route, and must be one of PT',
    ],
    [{ amount: { all: { min: '100.01' } } }, {}, 'amount: must be within the limits of the route'],
    [{ amount: { all: { max: '99.99' } } }, {}, 'amount: must be within the limits of the route'],
    [
      { amount: { all: { max: '500' }, EUR: { max: '9' } } },
      {},
      'amount: must be within the limits of the route',
    ],
    [{ bins: ['4000'] }, {}, 'The route does not accept the card'],
    [
      { bins: ['4242'] },
      { cardNumber: null },
      'The route accepts only certain cards, and the card is not known yet',
    ],
    [
      { meta: { channel: ['app', 'web'] } },
      { meta: { channel: 'App' } },
      'extra.meta.channel: must be one of app, web',
    ],
    [
      { meta: { channel: ['app'], level: ['1.50'] } },
      { meta: { level: '1.5' } },
      'extra.meta.channel: is required by the route, and must be one of app; extra.meta.level: must be one of 1.50',
    ],
    [
      { meta: { toString: ['app'] } },
      { meta: {} },
      'extra.meta.toString: is required by the route, and must be one of app',
    ],
  ];
  it.each(unfit)('%o: %o', (conditions, changes, why) => expect(refused(conditions, changes)).toBe(why));

  it('never with what the request holds', () => {
    for (const [conditions, changes] of unfit) {
      expect(refused(conditions, changes)).not.toMatch(/ES|4242|100/);
    }
  });

  it.each([
    ['payment', 'paymentRouteMissing'],
    ['payout', 'payoutRouteMissing'],
  ] as const)('as a %s without a route', (type, error) => {
    expect(refuseUnfit({ ...route, types: [] }, { ...request, type })).toMatchObject({ error });
  });
});

const routeWith = (project: string, bankCodeChallenges: readonly BankCodeChallenge[]): Route => ({
  name: 'main',
  project,
  types: ['payout'],
  methods: 'all',
  mid: 'main',
  priority: 1,
  bankCodeChallenges,
});
const routes = [
  routeWith('bundled', ['bundled_banks']),
  routeWith('provided', ['provider_banks']),
  routeWith('twice', ['bundled_banks', 'provider_banks']),
  routeWith('none', []),
];

it.each([
  ['bundled', 'bundled_banks'],
  ['provided', 'provider_banks'],
  ['twice', 'provider_banks'],
  ['none', 'provider_banks'],
  ['of no project', 'provider_banks'],
])('a route that is %s has %s', (project, source) => {
  expect(bankSource({ routes }, project, { route: 'main' })).toBe(source);
});

it('is that of the route chosen, not of another', () => {
  expect(bankSource({ routes }, 'bundled', { route: 'second' })).toBe('provider_banks');
});
