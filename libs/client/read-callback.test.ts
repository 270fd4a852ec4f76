import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCallback } from '#gateway/signature/callback-signature';
import { formatSignatureParameters } from '#gateway/signature/signature-parameters';
import { digestOf } from '#gateway/signature/signed-text';
import { callbackSecretBytes } from '#gateway/signature/signing-secret';
import { CallbackRejected, readCallback } from './read-callback.js';

const keys = [{ id: 'ck_test', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
const now = new Date(1_388_957_500_000);
const golden = '{"event_id":"evt_01HZX3V7Q2","type":"payment","reference":"ord-1","status":"success"}';

function received({ body = golden, date = now, changes = {} }: Partial<Received> = {}) {
  const url = 'https://merchant.example.com/hooks/pay';
  const signed = signCallback({ url, date, body, eventId: 'evt_01HZX3V7Q2', keys });
  const rawHeaders = Object.entries({ ...signed, ...changes }).flat();
  return { method: 'POST', target: '/hooks/pay', rawHeaders, rawBody: Buffer.from(body) };
}
type Received = {
  readonly body: string;
  readonly date: Date;
  readonly changes: Readonly<Record<string, string>>;
};

describe('a callback', () => {
  it('with both signatures of contract §8 is an event', () => {
    expect(readCallback(received(), { keys, now })).toEqual({
      event_id: 'evt_01HZX3V7Q2',
      type: 'payment',
      reference: 'ord-1',
      status: 'success',
    });
  });

  it.each<Readonly<Record<string, string>>>([
    { signature: 'keyId="ck_test"' },
    { 'webhook-signature': 'v1,AAAA' },
  ])('with one signature wrong is rejected, unless one is enough: %j', (changes) => {
    const callback = received({ changes });
    expect(() => readCallback(callback, { keys, now })).toThrow(CallbackRejected);
    expect(readCallback(callback, { keys, now, demand: 'one' })).toMatchObject({ reference: 'ord-1' });
  });

  it('of another key, or with other bytes, is rejected even where one is enough', () => {
    const other = [{ id: 'ck_test', secret: `whsec_${Buffer.alloc(32).toString('base64')}` }];
    expect(() => readCallback(received(), { keys: other, now, demand: 'one' })).toThrow(CallbackRejected);
    const changed = { ...received(), rawBody: Buffer.from(golden.replace('ord-1', 'ord-2')) };
    expect(() => readCallback(changed, { keys, now, demand: 'one' })).toThrow(CallbackRejected);
  });

  it.each([-301, 301])(
    'signed %i s away from now is rejected, and taken with a wider tolerance',
    (seconds) => {
      const callback = received({ date: new Date(now.getTime() + seconds * 1_000) });
      expect(() => readCallback(callback, { keys, now, demand: 'one' })).toThrow(/300 seconds/);
      expect(readCallback(callback, { keys, now, toleranceSeconds: 301 })).toMatchObject({
        reference: 'ord-1',
      });
    },
  );

  it.each(['utf8', 'latin1'] as const)('may cover a header whose value is %s', (encoding) => {
    const value = Buffer.from('Café Ñandú', encoding);
    const fields = { host: 'merchant.example.com', date: now.toUTCString(), digest: digestOf(golden) };
    const covered = ['(request-target)', 'host', 'date', 'digest', 'x-shop'];
    const lines = Object.entries(fields).map(([name, text]) => `${name}: ${text}`);
    const text = Buffer.concat([
      Buffer.from(['(request-target): post /hooks/pay', ...lines, 'x-shop: '].join('\n')),
      value,
    ]);
    const signature = createHmac('sha256', callbackSecretBytes(keys[0]?.secret ?? ''))
      .update(text)
      .digest();
    const changes = {
      'x-shop': value.toString('latin1'),
      signature: formatSignatureParameters({ keyId: 'ck_test', covered, signature }),
    };
    expect(readCallback(received({ changes }), { keys, now })).toMatchObject({ reference: 'ord-1' });
  });

  it('of the type test is one, and is about no transaction', () => {
    const test = { event_id: 'evt_test_1', type: 'test', timestamp: '2026-01-31T12:00:00.000Z' };
    expect(readCallback(received({ body: JSON.stringify(test) }), { keys, now })).toEqual(test);
  });

  it.each([
    { type: 'payment', reference: 'ord-1', status: 'declined' },
    { type: 'payout', reference: 'out-1', status: 'success' },
    { type: 'refund', reference: 'r-1', payment_reference: 'ord-1', status: 'success' },
    { type: 'reversal', reversal_id: 'rev_1', kind: 'chargeback', reference: 'ord-1' },
  ])('of the type $type is given as it is (contract §15.7)', (fields) => {
    const event = { event_id: 'evt_1', ...fields };
    expect(readCallback(received({ body: JSON.stringify(event) }), { keys, now })).toEqual(event);
  });

  it.each(['subscription', 'toString'])(
    'of the unknown type %s is given as "other", not as a fault',
    (type) => {
      const body = JSON.stringify({ event_id: 'evt_1', type, secret: 1 });
      expect(readCallback(received({ body }), { keys, now })).toEqual({ kind: 'other' });
      const forged = received({ body, changes: { signature: 'keyId="ck_test"' } });
      expect(() => readCallback(forged, { keys, now })).toThrow(CallbackRejected);
    },
  );

  it.each([
    '["secret"]',
    '{"event_id":"evt_1"}',
    '{"event_id":"evt_1","type":"refund","reference":"secret"}',
    '{"event_id":"evt_1","type":"reversal","reference":"secret"}',
    '{"type":"test"}',
  ])('that is signed and lacks what makes an event is rejected: %s', (body) => {
    expect(() => readCallback(received({ body }), { keys, now })).toThrow(/: The body is not an event$/);
  });

  it('that is signed and no event is rejected, and repeats nothing of its body', () => {
    expect(() => readCallback(received({ body: '["secret"]' }), { keys, now })).toThrow(
      /^The callback is not accepted: The body is not an event$/,
    );
  });
});
