import { describe, expect, it } from 'vitest';
import { transferRequest, transferRefusals, translateTransfer } from './translate-transfer.js';

const answered = (status: number, body: unknown) => translateTransfer({ kind: 'answered', status, body });

describe('transfer details', () => {
  it('are passed on in the wire names of contract §7', () => {
    const body = transferRequest('ord-1', { trackingKey: 'ABC1', senderBank: 'BANAMEX' });
    expect(JSON.parse(body)).toEqual({ reference: 'ord-1', tracking_key: 'ABC1', sender_bank: 'BANAMEX' });
  });

  it('are taken by an empty 200', () => {
    expect(answered(200, undefined)).toEqual({ kind: 'taken' });
  });

  it.each(
    Object.entries(transferRefusals).flatMap(([code, reasons]) =>
      reasons.map((reason) => ({ code, reason })),
    ),
  )('are refused by $code $reason', ({ code, reason }) => {
    const body = { error_code: Number(code), error_reason: reason };
    expect(answered(400, body)).toEqual({ kind: 'refused', reason: `ERROR_${code}` });
  });

  it.each([
    ['504', 504, { error_code: 121, error_reason: 'Invalid method challenge configuration' }],
    ['121 in other words', 400, { error_code: 121, error_reason: 'Route is invalid' }],
    ['an error with 200', 200, { error_code: 30, error_reason: 'Invalid params' }],
    ['401', 401, { error_code: 5, error_reason: 'Forbidden' }],
    ['404', 404, { error_code: 35, error_reason: 'Resource not found' }],
    ['400 of a proxy', 400, undefined],
  ])('%s is no answer: they are passed on again', (_what, status, body) => {
    expect(answered(status, body)).toMatchObject({ kind: 'noAnswer' });
  });
});
