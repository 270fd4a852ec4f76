import { describe, expect, it } from 'vitest';
import { sampleProject, sampleRoute } from '../configuration/testing/samples.js';
import { orderRoutes, possibleFirsts } from './order-routes.js';

const names = ['a', 'b', 'c', 'd', 'e'];
const references = Array.from({ length: 20 }, (_, index) => `order-${index}`);

describe('the weighted order', () => {
  const routes = ['shop', 'second_shop', 'foreign_shop'].flatMap((project) =>
    names.map((name) => sampleRoute(name, { project, weight: 1 })),
  );
  const projects = {
    shop: sampleProject({ merchant: 'owner' }),
    second_shop: sampleProject({ merchant: 'owner' }),
    foreign_shop: sampleProject({ merchant: 'foreigner' }),
  };
  const orders = (project: string) =>
    references.map((reference) =>
      orderRoutes({ routes, projects }, project, { type: 'payment', reference })
        .map(({ name }) => name)
        .join(''),
    );

  it('is drawn for each reference of a merchant, in whichever project it is', () => {
    expect(orders('second_shop')).toEqual(orders('shop'));
    expect(orders('foreign_shop')).not.toEqual(orders('shop'));
  });

  it('has routes without a weight behind those with one', () => {
    const mixed = [sampleRoute('plain'), sampleRoute('weighted', { weight: 1 }), sampleRoute('plain too')];
    const ordered = orderRoutes({ routes: mixed, projects }, 'shop', {
      type: 'payment',
      reference: 'order-1',
    });
    expect(ordered.map(({ name }) => name)).toEqual(['weighted', 'plain', 'plain too']);
  });
});

describe('the routes that may come first', () => {
  const candidate = (name: string) => ({ route: name, mid: name, provider: 'bank' });

  it('are those of the project, not those of another one with the same name', () => {
    const routes = [
      sampleRoute('a', { project: 'other' }),
      sampleRoute('a', { conditions: { countries: ['ES'] } }),
      sampleRoute('b', { priority: 2 }),
    ];
    expect(possibleFirsts({ routes }, 'shop', [candidate('a'), candidate('b')])).toEqual([
      candidate('a'),
      candidate('b'),
    ]);
  });

  it('leave out a candidate that is no longer configured', () => {
    expect(possibleFirsts({ routes: [] }, 'shop', [candidate('a')])).toEqual([]);
  });
});
