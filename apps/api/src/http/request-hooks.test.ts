import { describe, expect, it } from 'vitest';
import { decodePath, routableTarget } from './request-hooks.js';

describe('routableTarget', () => {
  it.each(['/v2/payment', '/v2/payment/a%2Fb%C3%BC?wait=1', '/v2/payment/x?wait=%ff', '*'])(
    'leaves %s unchanged',
    (target) => {
      expect(routableTarget(target)).toBe(target);
    },
  );

  it.each(['/v2/payment/%', '/v2/payment/%zz', '/v2/payment/%ff?wait=1', '/%ed%a0%80'])(
    'gives %s no route',
    (target) => {
      expect(routableTarget(target)).toBe('/-');
    },
  );
});

describe('decodePath', () => {
  it('returns the path as the router reads it, without the query', () => {
    expect(decodePath('/%762/payment/a%2Fb?wait=%ff')).toBe('/v2/payment/a/b');
  });

  it('returns undefined for bytes that are not UTF-8', () => {
    expect(decodePath('/v2/%ff')).toBeUndefined();
  });
});
