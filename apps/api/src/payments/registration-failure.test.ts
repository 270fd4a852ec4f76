import { describe, expect, it } from 'vitest';
import { registrationFailure } from './registration-failure.js';

describe('a failed registration', () => {
  const cases: readonly [string, unknown, string][] = [
    ['a refused connection registered nothing', { code: 'ECONNREFUSED' }, 'unavailable'],
    [
      'a pool without a free connection sent nothing',
      new Error('timeout exceeded when trying to connect'),
      'unavailable',
    ],
    ['a server that is starting took nothing', { driverError: { code: '57P03' } }, 'unavailable'],
    [
      'a missing vault refused the card',
      Object.assign(new Error('relation "card_vault" does not exist'), { code: '42P01' }),
      'cardNotStored',
    ],
    ['another refusal of Postgres is unexpected', { driverError: { code: '23514' } }, 'unexpected'],
    [
      'a statement killed by an operator may be committed',
      { driverError: { code: '57P01' } },
      'paymentTimeout',
    ],
    ['a connection cut in the middle may be committed', { code: 'ECONNRESET' }, 'paymentTimeout'],
    ['a broken pipe may be committed', { code: 'EPIPE' }, 'paymentTimeout'],
    [
      'an error without a code may be committed',
      new Error('Connection terminated unexpectedly'),
      'paymentTimeout',
    ],
  ];
  it.each(cases)('%s', (_name, error, key) => {
    expect(registrationFailure(error, 'request-1', 'ord-1').key).toBe(key);
  });

  it('names no identifier when nobody knows whether it exists', () => {
    const failure = registrationFailure({ code: 'ECONNRESET' }, 'request-1', 'ord-1');
    expect(failure).toMatchObject({ requestId: 'request-1', reference: 'ord-1' });
    expect(failure.identifier).toBeUndefined();
  });
});
