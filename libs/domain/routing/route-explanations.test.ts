import { describe, expect, it } from 'vitest';
import {
  sampleConfiguration,
  sampleMid,
  sampleProvider,
  sampleRoute,
} from '../configuration/testing/samples.js';
import { explainRoutes } from './explain-routes.js';
import type { RoutedRequest } from './route-request.js';

const request: RoutedRequest = {
  type: 'payment',
  method: 'card',
  currency: 'EUR',
  amount: '1',
  missingOf: () => [],
};
const configuration = sampleConfiguration({
  mids: { first: sampleMid(), second: sampleMid() },
  routes: [sampleRoute('first'), sampleRoute('second', { priority: 2 })],
});

describe('the explanation of a route', () => {
  const later = 'Tried if the routes before it did not accept the transaction';
  const reasons = (...open: readonly string[]) =>
    explainRoutes(configuration, 'shop', request, new Set(open)).routes.map((route) =>
      route.kind === 'taken' ? route.reason : undefined,
    );

  it('says when it is tried', () => {
    expect(reasons()).toEqual(['Tried first', later]);
  });

  it('says nothing of open circuits if every route has one: the order is as configured', () => {
    expect(reasons('first', 'second')).toEqual(['Tried first', later]);
  });

  it('has no description where the error says everything', () => {
    const off = { ...configuration, providers: { bank: sampleProvider({ enabled: false }) } };
    const rejected = { kind: 'rejected', error: 'providerDisabled', provider: 'bank' };
    expect(explainRoutes(off, 'shop', request).routes).toStrictEqual([
      { ...rejected, route: 'first', mid: 'first' },
      { ...rejected, route: 'second', mid: 'second' },
    ]);
  });
});
