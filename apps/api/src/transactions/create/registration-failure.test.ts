import { describe, expect, it } from 'vitest';
import { registrationFailure } from './registration-failure.js';

const registration = { type: 'payment', reference: 'ord-1' } as const;
const payout = { type: 'payout', reference: 'ord-1' } as const;

describe('a failed registration', () => {
  const cases: readonly [string, unknown, string][] = [
    ['a refused connection registered nothing', { code: 'ECONNREFUSED' }, 'unavailable'],
    [
      'a pool without a free connection sent nothing',
      new Error('timeout exceeded when trying to connect'),
      'unavailable',
    ],
    [
      'a new connection that took too long sent nothing',
      new Error('Connection terminated due to connection timeout'),
      'unavailable',
    ],
    ['a server that is starting took nothing', { driverError: { code: '57P03' } }, 'unavailable'],
    ['a full disk undid the statement', { driverError: { code: '53100' } }, 'unavailable'],
    ['a server without a free connection took nothing', { code: '53300' }, 'unavailable'],
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
    expect(registrationFailure(error, 'request-1', registration).key).toBe(key);
  });

  it('names no identifier if the row may not exist', () => {
    const failure = registrationFailure({ code: 'ECONNRESET' }, 'request-1', registration);
    expect(failure).toMatchObject({ requestId: 'request-1', reference: 'ord-1' });
    expect(failure.identifier).toBeUndefined();
  });

  it('says which limit has no room, whose it is and when it is counted anew', () => {
    const detail = {
      scope: 'customer',
      per: 'day',
      type: 'payment',
      currency: 'EUR',
      reached: 'count',
      ends: '2026-02-01T00:00:00.000Z',
    };
    const error = { driverError: { code: 'GW003', detail: JSON.stringify(detail) } };
    expect(registrationFailure(error, 'request-1', registration)).toMatchObject({
      key: 'limitExceeded',
      reference: 'ord-1',
      description: expect.stringMatching(
        /daily limit of the customer .* resets at 2026-02-01T00:00:00.000Z$/,
      ),
    });
  });

  it.each([
    ['the books have too little for a payout', { driverError: { code: 'GW001' } }, 'fundsInsufficient'],
    ['too many payouts are in flight', { driverError: { code: 'GW002' } }, 'inFlightLimitReached'],
    ['a payout may be committed', { code: 'ECONNRESET' }, 'payoutTimeout'],
  ])('%s', (_name, error, key) => {
    expect(registrationFailure(error, 'request-1', payout)).toMatchObject({ key, reference: 'ord-1' });
  });
});
