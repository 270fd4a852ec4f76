import { describe, expect, it } from 'vitest';
import { readRouteArguments } from './read-route-arguments.js';

describe('readRouteArguments', () => {
  it('needs a method, and asks as the demo project by default', () => {
    expect(readRouteArguments(['--method', 'pix'])).toEqual({
      keyId: 'mk_test_demo',
      method: 'pix',
      isHosted: false,
      amount: undefined,
      currency: undefined,
    });
  });

  it('takes the rest in any order', () => {
    const words = [
      '--amount',
      '20.50',
      '--page',
      '--key',
      'mk_test_fx',
      '--method',
      'card',
      '--currency',
      'EUR',
    ];
    expect(readRouteArguments(words)).toEqual({
      keyId: 'mk_test_fx',
      method: 'card',
      isHosted: true,
      amount: '20.50',
      currency: 'EUR',
    });
  });

  it.each([
    [[], /method is needed/],
    [['--method', 'pix', '--amount', '-1'], /amount/],
    [['--method', 'pix', '--amount', 'ten'], /no amount: ten/],
    [['--method', 'pix', '--what'], /--what/],
  ])('refuses %j', (words, sentence) => {
    expect(() => readRouteArguments(words)).toThrow(sentence);
  });
});
