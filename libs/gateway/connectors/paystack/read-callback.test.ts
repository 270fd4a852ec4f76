import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readCallback } from './read-callback.js';

const secretKey = 'sk_test_0123456789';
const account = {
  provider: 'paystack',
  mid: 'main',
  baseUrl: 'https://x.example',
  credentials: { secret_key: secretKey },
};
const transfer = {
  id: 7,
  reference: 'ref-1',
  status: 'success',
  amount: 1_000,
  currency: 'NGN',
  transfer_code: 'TRF_1',
};

function read(body: unknown, signature?: string) {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const right = createHmac('sha512', secretKey).update(rawBody).digest('hex');
  const headers = { 'x-paystack-signature': signature ?? right };
  return readCallback({ target: '/', headers, rawHeaders: [], rawBody }, [account]);
}

const report = {
  providerReference: 'ref-1',
  outcome: 'success',
  providerId: 'TRF_1',
  amount: '10.00',
  currency: 'NGN',
};

describe('an event', () => {
  it('is known by what it says of what, and says what a look-up would', () => {
    expect(read({ event: 'transfer.success', data: transfer })).toEqual({
      kind: 'read',
      signature: 'right',
      mids: ['main'],
      eventId: 'transfer.success:7',
      report,
    });
  });

  it.each(['0'.repeat(128), 'A', ''])('with another signature (%s) matches no MID', (signature) => {
    const reading = read({ event: 'transfer.success', data: transfer }, signature);
    expect(reading).toMatchObject({ kind: 'read', signature: 'wrong', mids: [] });
  });

  it('says nothing where its name and its state differ', () => {
    const reading = read({ event: 'transfer.success', data: { ...transfer, status: 'failed' } });
    expect(reading).toMatchObject({ report: { outcome: 'open' } });
  });

  it('that came back is an end of its own', () => {
    const data = { ...transfer, status: 'reversed' };
    expect(read({ event: 'transfer.reversed', data })).toMatchObject({
      eventId: 'transfer.reversed:7',
      report: { outcome: 'declined', reason: 'reversed' },
    });
  });

  it.each(['refund.processed', 'charge.dispute.create', 'toString'])(
    '%s is accepted and is about none of our transactions',
    (event) => {
      expect(read({ event, data: { id: 1 } })).toEqual({ kind: 'unrelated' });
      expect(read({ event, data: { id: 1 } }, 'forged')).toEqual({ kind: 'unreadable' });
    },
  );

  it.each([
    ['refund.processed', { refund_reference: 'r-1', transaction_reference: 'ord-1', status: 'processed' }],
    ['refund.needs-attention', { id: 8, transaction_reference: 'ord-1' }],
    ['refund.failed', { id: 8, transaction_reference: 'ord-1' }],
    ['charge.dispute.create', { id: 9, transaction: { reference: 'ord-1', status: 'success' } }],
    ['charge.dispute.remind', { id: 9, transaction: { reference: 'ord-1', status: 'success' } }],
    ['charge.dispute.resolve', { transaction: { reference: 'ord-1' } }],
  ])('%s of a payment is a hint that makes us ask, if it is signed', (event, data) => {
    expect(read({ event, data })).toEqual({ kind: 'hint', providerReference: 'ord-1', signature: 'right' });
    expect(read({ event, data }, 'forged')).toEqual({ kind: 'unreadable' });
  });

  it.each([
    '{',
    { event: 'transfer.success' },
    { event: 'transfer.success', data: { ...transfer, reference: '' } },
    { event: 'transfer.success', data: { ...transfer, id: undefined } },
    { event: 'transfer.success', data: { ...transfer, amount: '1000' } },
  ])('%# that does not say what it is about cannot be read', (body) => {
    expect(read(body)).toEqual({ kind: 'unreadable' });
  });
});
