import { describe, expect, it } from 'vitest';
import type { Configuration } from '#domain/configuration/configuration';
import { catalogue } from '#domain/methods/catalogue';
import {
  checkAmountLimits,
  checkConditionalFields,
  fieldsRequiredBy,
  routeRequest,
} from '#domain/routing/route-request';
import { chooseRoute, refuseDisabledProject, type RouteRequest } from '#domain/routing/choose-route';
import { readDevelopmentConfiguration } from '../stack/read-development-configuration.js';

const methods = [...new Set(catalogue.map((row) => row.code))];
const configuration = readDevelopmentConfiguration();

const payin: RouteRequest = { type: 'payment', method: 'ideal', currency: 'EUR' };
const payout: RouteRequest = { type: 'payout', method: 'bank_transfer_africa', currency: 'NGN' };

function choose(project: string, request: RouteRequest, changed: Partial<Configuration> = {}) {
  return chooseRoute({ ...configuration, ...changed }, project, request);
}

describe('chooseRoute: the refusals of contract §12', () => {
  it.each([
    ['project_off', payin, 'paymentProjectDisabled'],
    ['project_off', payout, 'payoutProjectDisabled'],
    ['card_only', payin, 'methodNotEnabled'],
    ['payin_only', payout, 'typeNotSupported'],
    ['mid_off', payin, 'paymentMidDisabled'],
    ['mid_off', payout, 'payoutMidDisabled'],
    ['provider_off', payin, 'providerDisabled'],
    ['provider_off', payout, 'providerDisabled'],
    ['no_route', payin, 'paymentRouteMissing'],
    ['no_route', payout, 'payoutRouteMissing'],
    ['challenge_none', { ...payout, offersBanks: true }, 'challengeSettingMissing'],
    ['challenge_twice', { ...payout, offersBanks: true }, 'challengeSettingTwice'],
    ['challenge_unsupported', { ...payout, offersBanks: true }, 'challengeNotSupported'],
    ['nobody', payin, 'paymentRoutingInconsistent'],
  ] as const)('%s: %o is %s', (project, request, error) => {
    expect(choose(project, request)).toMatchObject({ kind: 'refused', error });
  });

  it('refuses a currency that the provider does not take', () => {
    const sandbox = provider('sandbox');
    const choice = choose('demo', payin, { providers: { sandbox: { ...sandbox, currencies: ['BRL'] } } });
    expect(choice).toMatchObject({ kind: 'refused', error: 'currencyNotTaken' });
  });

  it('refuses a method that is not enabled for the provider', () => {
    const choice = choose('demo', payin, {
      providers: { sandbox: { ...provider('sandbox'), methods: ['pix'] } },
    });
    expect(choice).toMatchObject({ kind: 'refused', error: 'methodNotEnabled' });
  });

  it.each([
    [payin, 'paymentRoutingInconsistent'],
    [payout, 'payoutRoutingInconsistent'],
  ] as const)('refuses inconsistent routing data: %o', (request, error) => {
    expect(choose('demo', request, { mids: {} })).toMatchObject({ kind: 'refused', error });
    expect(choose('demo', request, { providers: {} })).toMatchObject({ kind: 'refused', error });
  });

  it('names the first condition in the order 1054, 1050, 1051, 121, 32', () => {
    const mid = { provider: 'sandbox', enabled: false };
    const rungs = [
      [{ methods: [], types: [], currencies: [], enabled: false }, 'methodNotEnabled'],
      [{ types: [], currencies: [], enabled: false }, 'typeNotSupported'],
      [{ currencies: [], enabled: false }, 'currencyNotTaken'],
      [{ enabled: false }, 'providerDisabled'],
      [{}, 'payoutMidDisabled'],
    ] as const;
    for (const [broken, error] of rungs) {
      const providers = { sandbox: { ...provider('sandbox'), ...broken } };
      expect(choose('demo', payout, { providers, mids: { main: mid } })).toMatchObject({ error });
    }
  });

  function provider(name: string) {
    const found = configuration.providers[name];
    if (!found) throw new Error(`the file has the provider ${name}`);
    return found;
  }
});

describe('chooseRoute: what it chooses', () => {
  it.each(['demo', 'demo_b', 'limits', 'strict', 'fx', 'window', 'busy', 'poor', 'mid_broken'])(
    '%s takes every row of the catalogue',
    (project) => {
      for (const { type, code, currencies } of catalogue) {
        const choice = choose(project, {
          type,
          method: code,
          currency:
            currencies === 'any' ? 'EUR' : String(currencies.find((one) => one === 'NGN') ?? currencies[0]),
          offersBanks: type === 'payout',
        });
        expect(choice).toMatchObject({ kind: 'chosen' });
      }
    },
  );

  it('does not refuse a MID without credentials: the registered transaction ends', () => {
    expect(choose('mid_broken', payin)).toEqual({
      kind: 'chosen',
      candidates: [{ route: 'broken', mid: 'broken', provider: 'sandbox' }],
      rejected: [],
    });
  });

  it.each([
    ['cascade', payin, ['closed', 'main']],
    ['cascade', payout, ['main']],
    ['cascade_soft', { ...payin, method: 'card' }, ['main', 'second']],
    ['cascade_soft', payin, ['main']],
    ['both_down', payin, ['closed', 'closed_too']],
  ] as const)('%s: candidates in the order of the file', (project, request, mids) => {
    const choice = choose(project, request);
    expect(choice.kind === 'chosen' && choice.candidates.map(({ mid }) => mid)).toEqual(mids);
  });

  it('leaves a route that cannot take it, says why, and takes the next', () => {
    const closed = configuration.mids['closed'];
    const mids = { ...configuration.mids, closed: { provider: 'sandbox_closed', ...closed, enabled: false } };
    expect(choose('cascade', payin, { mids })).toMatchObject({
      kind: 'chosen',
      candidates: [{ mid: 'main' }],
      rejected: [{ route: 'closed', error: 'paymentMidDisabled' }],
    });
  });

  it('offers no banks, and needs no challenge setting, where a bank code came with the request', () => {
    expect(choose('challenge_none', payout).kind).toBe('chosen');
  });
});

describe('what a MID narrows', () => {
  const main = configuration.mids['main'] ?? { provider: 'sandbox', enabled: true };
  const narrowed = (narrow: object) => ({ mids: { ...configuration.mids, main: { ...main, ...narrow } } });

  it.each([
    [{ methods: ['pix'] }, 'methodNotEnabled', 'The method is not enabled for the MID'],
    [{ currencies: ['BRL'] }, 'currencyNotTaken', 'The MID does not accept the currency'],
    [
      { currencies: { all: 'all', ideal: ['BRL'] } },
      'currencyNotTaken',
      'The MID does not accept the currency',
    ],
    [
      { currencies: { all: ['BRL'], card: 'all' } },
      'currencyNotTaken',
      'The MID does not accept the currency',
    ],
  ])('%o', (narrow, error, description) => {
    expect(choose('demo', payin, narrowed(narrow))).toMatchObject({ kind: 'refused', error, description });
    expect(choose('demo', { ...payin, method: 'pix', currency: 'BRL' }, narrowed(narrow)).kind).toBe(
      'chosen',
    );
  });

  it('fields and amounts', () => {
    const narrow = narrowed({ requires: { ideal: ['customer.email'] }, limits: { ideal: { max: '50' } } });
    const changed = { ...configuration, ...narrow };
    const request = { ...payin, amount: '50', missingOf: () => [] };
    const route = (asked: object) => routeRequest(changed, 'demo', { ...request, ...asked });
    expect(route({}).kind).toBe('routed');
    expect(route({ missingOf: (paths: readonly string[]) => paths })).toMatchObject({
      error: 'requiredFieldsMissing',
      description: 'customer.email: is required',
    });
    expect(route({ amount: '50.01' })).toMatchObject({
      error: 'limitExceeded',
      description: 'amount: must be within the limits of the MID',
    });
  });
});

describe('refuseDisabledProject', () => {
  it('refuses the disabled project only', () => {
    const refused = Object.keys(configuration.projects).filter((code) =>
      refuseDisabledProject(configuration, code, 'payment'),
    );
    expect(refused).toEqual(['project_off']);
  });
});

describe('conditional fields and limits of the chosen route', () => {
  const strict = { route: 'strict', mid: 'strict', provider: 'sandbox_strict' };
  const main = { route: 'main', mid: 'main', provider: 'sandbox' };
  const cardLimit = { route: 'card_limit', mid: 'card_limit', provider: 'sandbox_card_limit' };

  it('a provider requires what it asks for on every method', () => {
    for (const method of methods) {
      expect(fieldsRequiredBy(configuration, strict, method)).toEqual(['customer.email', 'customer.phone']);
    }
  });

  it('missing fields of the first candidate refuse; a further candidate is left out of the cascade', () => {
    const without = (paths: readonly string[]) => paths.filter((path) => path === 'customer.phone');
    expect(checkConditionalFields(configuration, [strict, main], 'ideal', without)).toEqual({
      kind: 'refused',
      error: 'requiredFieldsMissing',
      description: 'customer.phone: is required',
      rejected: [
        { route: 'strict', error: 'requiredFieldsMissing', description: 'customer.phone: is required' },
      ],
    });
    expect(checkConditionalFields(configuration, [main, strict], 'ideal', without)).toEqual({
      kind: 'sifted',
      candidates: [main],
      rejected: [
        { route: 'strict', error: 'requiredFieldsMissing', description: 'customer.phone: is required' },
      ],
    });
    expect(checkConditionalFields(configuration, [main, strict], 'ideal', () => [])).toEqual({
      kind: 'sifted',
      candidates: [main, strict],
      rejected: [],
    });
  });

  it.each([
    ['ideal', '9.99', 'refused'],
    ['ideal', '10', 'sifted'],
    ['ideal', '10.00', 'sifted'],
    ['ideal', '1000', 'sifted'],
    ['ideal', '1000.01', 'refused'],
    ['card', '500', 'sifted'],
    ['card', '501', 'refused'],
  ])('`limits`: %s of %s is %s', (method, amount, kind) => {
    expect(checkAmountLimits(configuration, 'limits', [cardLimit], { method, amount }).kind).toBe(kind);
  });

  it('a further candidate whose provider does not take the amount is left out of the cascade', () => {
    expect(
      checkAmountLimits(configuration, 'demo', [main, cardLimit], { method: 'card', amount: '501' }),
    ).toEqual({
      kind: 'sifted',
      candidates: [main],
      rejected: [
        {
          route: 'card_limit',
          error: 'limitExceeded',
          description: 'amount: must be within the limits of the provider',
        },
      ],
    });
  });
});
