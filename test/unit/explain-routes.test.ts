import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { catalogue } from '#domain/methods/catalogue';
import { explainRoutes } from '#domain/routing/explain-routes';
import { routeRequest, type RoutedRequest } from '#domain/routing/route-request';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';

/** Contract §7: every candidate route with why it was taken or left, by the code that decides for create calls. */
const configuration = readDevelopmentConfiguration();
const complete = { amount: '20', missingOf: () => [] };
const payin: RoutedRequest = { ...complete, type: 'payment', method: 'ideal', currency: 'EUR' };
const card: RoutedRequest = { ...payin, method: 'card' };
const payout: RoutedRequest = { ...complete, type: 'payout', method: 'pix', currency: 'BRL' };
const asked = (missing: string) => (paths: readonly string[]) => paths.filter((path) => path === missing);

const explain = (project: string, request: RoutedRequest, changed: Partial<Configuration> = {}) =>
  explainRoutes({ ...configuration, ...changed }, project, request);

describe('a request that has a way', () => {
  it('names its routes in the order in which they are tried', () => {
    expect(explain('cascade', payin)).toEqual({
      routes: [
        expect.objectContaining({ mid: 'closed', kind: 'taken', position: 1, reason: 'Tried first' }),
        expect.objectContaining({ mid: 'main', kind: 'taken', position: 2 }),
      ],
    });
  });

  it('names routes that are for other transactions, and why', () => {
    expect(explain('cascade', payout)).toEqual({
      routes: [
        {
          route: 'closed',
          mid: 'closed',
          provider: 'sandbox_closed',
          kind: 'rejected',
          error: 'payoutRouteMissing',
          description: 'The route does not accept payouts',
        },
        {
          route: 'main',
          mid: 'main',
          provider: 'sandbox',
          kind: 'taken',
          position: 1,
          reason: 'Tried first',
        },
      ],
    });
    expect(explain('cascade_soft', payin).routes[1]).toMatchObject({
      mid: 'second',
      description: 'The route does not accept the method',
    });
  });

  it('names a preferred route that is left, and tries the next first', () => {
    const mids = { ...configuration.mids, closed: { provider: 'sandbox_closed', enabled: false } };
    expect(explain('cascade', payin, { mids })).toMatchObject({
      routes: [
        { mid: 'closed', kind: 'rejected', error: 'paymentMidDisabled' },
        { mid: 'main', kind: 'taken', position: 1 },
      ],
    });
  });

  it('names what a further route asks for, and what it does not take', () => {
    const routes = twoRoutes('main', 'strict');
    expect(explain('demo', { ...payin, missingOf: asked('customer.phone') }, { routes }).routes[1]).toEqual({
      route: 'strict',
      mid: 'strict',
      provider: 'sandbox_strict',
      kind: 'rejected',
      error: 'requiredFieldsMissing',
      description: 'customer.phone: is required',
    });
    expect(
      explain('demo', { ...card, amount: '501' }, { routes: twoRoutes('main', 'card_limit') }).routes[1],
    ).toMatchObject({ mid: 'card_limit', kind: 'rejected', error: 'limitExceeded' });
  });
});

describe('a request whose routes have conditions, weights and circuits', () => {
  const [first, second] = twoRoutes('main', 'second');
  if (!first || !second) throw new Error('there are two of them');
  const routed = (one: object, other: object, request = card, open: readonly string[] = []) =>
    explainRoutes(
      {
        ...configuration,
        routes: [
          { ...first, ...one },
          { ...second, ...other },
        ],
      },
      'demo',
      request,
      new Set(open),
    ).routes;

  it('names the condition that does not hold', () => {
    const conditions = { bins: ['5555'] };
    expect(routed({ conditions }, {}, { ...card, cardNumber: null })).toMatchObject([
      {
        mid: 'main',
        kind: 'rejected',
        description: 'The route accepts only certain cards, and the card is not known yet',
      },
      { mid: 'second', kind: 'taken', position: 1, reason: 'Tried first' },
    ]);
  });

  it('says that weights have drawn the order', () => {
    const equal = { priority: 1, weight: 1 };
    const drawn = routed(equal, equal, { ...card, reference: 'order-1' });
    expect(drawn.map(({ kind }) => kind)).toEqual(['taken', 'taken']);
    for (const route of drawn)
      expect(route).toMatchObject({ reason: expect.stringMatching(/at random, by weight$/) });
  });

  it('another route of the same priority takes what the drawn one does not', () => {
    const routes = twoRoutes('card_limit', 'main').map((route) => ({ ...route, priority: 1, weight: 1 }));
    for (const reference of ['order-1', 'order-2', 'order-3', 'order-4', 'order-5']) {
      const { refusal, routes: explained } = explain(
        'demo',
        { ...card, amount: '501', reference },
        { routes },
      );
      expect(refusal).toBeUndefined();
      expect(explained).toContainEqual(expect.objectContaining({ mid: 'main', kind: 'taken', position: 1 }));
      expect(explained).toContainEqual(
        expect.objectContaining({ mid: 'card_limit', kind: 'rejected', error: 'limitExceeded' }),
      );
    }
  });

  it('a MID with an open circuit comes after the others, and is never left out', () => {
    expect(routed({}, {}, card, ['main'])).toMatchObject([
      {
        mid: 'main',
        kind: 'taken',
        position: 2,
        reason: expect.stringMatching(/did not reach the provider$/),
      },
      { mid: 'second', kind: 'taken', position: 1, reason: 'Tried first' },
    ]);
    expect(routed({}, {}, card, ['main', 'second'])).toMatchObject([{ position: 1 }, { position: 2 }]);
  });

  it('the preferred route speaks for the request also with an open circuit', () => {
    const changed = { ...configuration, routes: twoRoutes('strict', 'main') };
    const request = { ...payin, missingOf: asked('customer.phone') };
    expect(explainRoutes(changed, 'demo', request, new Set(['strict'])).refusal).toMatchObject({
      error: 'requiredFieldsMissing',
    });
  });
});

describe('a request that has none', () => {
  it.each([
    ['project_off', payin, 'paymentProjectDisabled'],
    ['card_only', payin, 'methodNotEnabled'],
    ['payin_only', payout, 'typeNotSupported'],
    ['mid_off', payin, 'paymentMidDisabled'],
    ['mid_off', payout, 'payoutMidDisabled'],
    ['provider_off', payin, 'providerDisabled'],
    ['limits', { ...payin, amount: '1000.01' }, 'limitExceeded'],
    ['limits', { ...card, amount: '501' }, 'limitExceeded'],
    ['strict', { ...payin, missingOf: asked('customer.email') }, 'requiredFieldsMissing'],
    [
      'challenge_none',
      { ...payout, method: 'bank_transfer_africa', currency: 'NGN', offersBanks: true },
      'challengeSettingMissing',
    ],
  ] as const)('%s: %o is refused, and so is its route, with %s', (project, request, error) => {
    const { refusal, routes } = explain(project, request);
    expect(refusal).toMatchObject({ kind: 'refused', error });
    expect(routes).toEqual([expect.objectContaining({ kind: 'rejected', error })]);
  });

  it('has no routes to name where the project has none', () => {
    expect(explain('no_route', payin)).toEqual({
      refusal: { kind: 'refused', error: 'paymentRouteMissing' },
      routes: [],
    });
  });

  it('names no provider where the configuration has none', () => {
    expect(explain('demo', payin, { mids: {} }).routes).toEqual([
      {
        route: 'main',
        mid: 'main',
        provider: undefined,
        kind: 'rejected',
        error: 'paymentRoutingInconsistent',
      },
    ]);
  });

  it('the preferred route refuses for all of them', () => {
    const changed = { routes: twoRoutes('card_limit', 'main') };
    const { refusal, routes } = explain('demo', { ...card, amount: '501' }, changed);
    expect(refusal).toMatchObject({ error: 'limitExceeded' });
    expect(routes.map(({ kind }) => kind)).toEqual(['rejected', 'rejected']);
  });
});

it('every project and method of the development configuration: what is explained is what is decided', () => {
  for (const project of Object.keys(configuration.projects)) {
    for (const { type, code } of catalogue) {
      for (const offersBanks of [false, true]) {
        const request = { ...payin, type, method: code, offersBanks };
        const routing = routeRequest(configuration, project, request);
        const { refusal, routes } = explain(project, request);
        const taken = routes.flatMap((route) =>
          route.kind === 'taken' ? [[route.position, route.route] as const] : [],
        );
        expect(taken).toEqual(
          routing.kind === 'refused'
            ? []
            : routing.candidates.map(({ route }, index) => [index + 1, route] as const),
        );
        expect(refusal?.error).toBe(routing.kind === 'refused' ? routing.error : undefined);
      }
    }
  }
});

function twoRoutes(...mids: readonly [string, string]): Configuration['routes'] {
  return mids.map((mid, priority) => ({
    name: mid,
    project: 'demo',
    types: ['payment', 'payout'],
    methods: 'all',
    mid,
    priority,
    bankCodeChallenges: [],
  }));
}
