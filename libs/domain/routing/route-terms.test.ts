import { describe, expect, it } from 'vitest';
import type { AmountLimits, Configuration } from '../configuration/configuration.js';
import {
  sampleConfiguration,
  sampleMid,
  sampleProject,
  sampleProvider,
  sampleRoute,
} from '../configuration/testing/samples.js';
import type { Candidates } from '../transaction/plan.js';
import {
  checkAmountLimits,
  checkConditionalFields,
  fieldsRequiredBy,
  routeRequest,
  siftCandidates,
  type RoutedRequest,
} from './route-request.js';

const main = { route: 'main', mid: 'main', provider: 'bank' };
const unconfigured = { route: 'gone', mid: 'gone', provider: 'gone' };

describe('the amounts that a route takes', () => {
  type Limits = Readonly<Record<string, AmountLimits>>;
  const check = (amount: string, at: { bank?: Limits; mid?: Limits; shop?: AmountLimits }) => {
    const configuration = sampleConfiguration({
      projects: { shop: sampleProject(at.shop && { limits: at.shop }) },
      providers: { bank: sampleProvider({ limits: at.bank ?? {} }) },
      mids: { main: sampleMid(at.mid && { limits: at.mid }) },
    });
    return checkAmountLimits(configuration, 'shop', [main], { method: 'card', amount });
  };
  const upTo100 = { max: '100' };

  it.each([
    ['provider', { bank: { all: upTo100 } }],
    ['provider', { bank: { card: upTo100 } }],
    ['MID', { mid: { all: upTo100 } }],
    ['MID', { mid: { card: upTo100 } }],
  ] as const)('are limited by the %s: %o', (whose, at) => {
    const [error, description] = ['limitExceeded', `amount: must be within the limits of the ${whose}`];
    expect(check('100', at).kind).toBe('sifted');
    expect(check('100.01', at)).toStrictEqual({
      kind: 'refused',
      error,
      description,
      rejected: [{ route: 'main', error, description }],
    });
  });

  it('are limited by the project for all routes', () => {
    expect(check('100.01', { shop: upTo100 })).toStrictEqual({
      kind: 'refused',
      error: 'limitExceeded',
      description: 'amount: must be within the limits of the project',
      rejected: [],
    });
  });

  it('are not limited by limits of another method', () => {
    expect(check('100.01', { bank: { pix: upTo100 }, mid: { pix: upTo100 } }).kind).toBe('sifted');
  });

  it('are not limited by parts that are not configured', () => {
    expect(
      checkAmountLimits(sampleConfiguration(), 'other', [unconfigured], { method: 'card', amount: '1' }),
    ).toMatchObject({ candidates: [unconfigured] });
  });
});

describe('the fields that a route requires', () => {
  it('are an empty list for parts that are not configured', () => {
    expect(fieldsRequiredBy(sampleConfiguration(), unconfigured, 'card')).toEqual([]);
  });

  it('are all named in the refusal', () => {
    const requires = { all: ['customer.email'], card: ['customer.phone'] };
    const configuration = sampleConfiguration({ mids: { main: sampleMid({ requires }) } });
    expect(checkConditionalFields(configuration, [main], 'card', (paths) => paths)).toMatchObject({
      error: 'requiredFieldsMissing',
      description: 'customer.email: is required; customer.phone: is required',
    });
  });
});

it('a candidate that refuses without a description is rejected without one', () => {
  const [first, second] = [main, { ...main, route: 'second' }];
  const refusal = { kind: 'refused', error: 'providerDisabled' } as const;
  const refuse = ({ route }: typeof main) => (route === 'second' ? refusal : undefined);
  expect(siftCandidates([first, second], 1, refuse)).toStrictEqual({
    kind: 'sifted',
    candidates: [first],
    rejected: [{ route: 'second', error: 'providerDisabled' }],
  });
});

describe('the routes that decide for all', () => {
  const names = ['first', 'second'] as const;
  const candidates: Candidates = [
    { route: 'first', mid: 'first', provider: 'bank' },
    { route: 'second', mid: 'second', provider: 'bank' },
  ];
  const request: RoutedRequest = {
    type: 'payment',
    method: 'card',
    currency: 'EUR',
    amount: '1',
    missingOf: (paths) => paths,
  };
  /** The first route asks for a field that the request lacks. */
  const routed = (...routes: Configuration['routes']) =>
    routeRequest(
      sampleConfiguration({
        mids: { first: sampleMid({ requires: { all: ['customer.email'] } }), second: sampleMid() },
        routes,
      }),
      'shop',
      request,
    );
  const [first, second] = names.map((name) => sampleRoute(name));
  if (!first || !second) throw new Error('two routes were made');
  /** Routes of the same names in another project, with other priorities. */
  const elsewhere = names.map((name, index) => sampleRoute(name, { project: 'other', priority: index + 1 }));

  it('are those of the first priority of the project', () => {
    const taken = { kind: 'routed', candidates: [candidates[1]] };
    expect(routed(first, second)).toMatchObject(taken);
    expect(routed(...elsewhere, first, second)).toMatchObject(taken);
  });

  it('are not those of a later priority', () => {
    const refused = { kind: 'refused', error: 'requiredFieldsMissing' };
    const later = { ...second, priority: 2 };
    expect(routed(first, later)).toMatchObject(refused);
    expect(
      routed(...names.map((name) => sampleRoute(name, { project: 'other' })), first, later),
    ).toMatchObject(refused);
  });
});
