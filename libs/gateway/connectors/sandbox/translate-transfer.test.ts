import { describe, expect, it } from 'vitest';
import { transferRefusals, translateTransfer } from './translate-transfer.js';

const order = '0199c0ff-ee00-7008-8000-000000000000-1';
const charge = { charge: 'ch_1', order, state: 'AWAITING_PAYER', iso: 'MXN' };
const answered = (status: number, body: unknown) => ({ kind: 'answered', status, body }) as const;

describe('what the provider says to transfer details', () => {
  it('its charge under 200: taken', () => {
    expect(translateTransfer(answered(200, charge), order)).toEqual({ kind: 'taken' });
  });

  const refusals = Object.entries(transferRefusals).flatMap(([status, faults]) =>
    faults.map((fault) => [Number(status), fault] as const),
  );
  it.each(refusals)('%i %s: refused for good', (status, fault) => {
    expect(translateTransfer(answered(status, { fault }), order)).toEqual({ kind: 'refused', reason: fault });
  });

  it.each([
    ['another charge', answered(200, { ...charge, order: 'other-1' })],
    ['200 without a charge', answered(200, undefined)],
    ['another status', answered(201, charge)],
    ['a fault under another status', answered(500, { fault: 'UNKNOWN_ORDER' })],
    ['an unknown fault', answered(404, { fault: 'NO_ROUTE' })],
    ['our signature is wrong', answered(401, { fault: 'NOT_AUTHENTICATED' })],
    ['never sent', { kind: 'neverSent', detail: 'ECONNREFUSED' } as const],
    ['broken', { kind: 'broken', cause: 'timeout', detail: 'no answer in time' } as const],
  ])('%s: no answer', (_what, exchange) => {
    expect(translateTransfer(exchange, order)).toMatchObject({ kind: 'noAnswer' });
  });
});
