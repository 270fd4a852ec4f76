import { describe, expect, it } from 'vitest';
import { signCallback, verifyCallback, type CallbackToSign } from './callback-signature.js';
import type { ReceivedMessage } from './verify-signed-message.js';

const current = { id: 'ck_new', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const retiring = { id: 'ck_old', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` };
const date = new Date(1_388_957_500_000);
const golden: CallbackToSign = {
  url: 'https://merchant.example.com/hooks/pay',
  date,
  body: '{"event_id":"evt_01HZX3V7Q2","type":"payment","reference":"ord-1","status":"success"}',
  eventId: 'evt_01HZX3V7Q2',
  keys: [current],
};
const rules = { now: date, skewSeconds: 300 };

function received(
  callback: CallbackToSign,
  changes: Readonly<Record<string, string | undefined>> = {},
): ReceivedMessage {
  const { pathname, search } = new URL(callback.url);
  const headers = Object.entries({ ...signCallback(callback), ...changes });
  const rawHeaders = headers.flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return { method: 'POST', target: pathname + search, rawHeaders, rawBody: Buffer.from(callback.body) };
}

describe('signCallback', () => {
  it('gives both golden signatures (contract §8)', () => {
    expect(signCallback(golden)).toEqual({
      'content-type': 'application/json',
      host: 'merchant.example.com',
      date: 'Sun, 05 Jan 2014 21:31:40 GMT',
      digest: 'SHA-256=HOv2UPf1C5lUMEFAsSjnO2Q67oiNjKP/t2x+OZH/KZM=',
      signature:
        'keyId="ck_new",algorithm="hmac-sha256",headers="(request-target) host date digest",' +
        'signature="a9Yx4pFj6D4c+wzU1xHhX/jd9wbuTtLTjgmgnyYz32M="',
      'webhook-id': 'evt_01HZX3V7Q2',
      'webhook-timestamp': '1388957500',
      'webhook-signature': 'v1,AaafFQtMNV2pfzTeQ2R4yccaSzGmLCrlQ7kidMKAwjs=',
    });
  });

  it('carries two webhook signatures during a rotation, and the Signature of the new key', () => {
    const headers = signCallback({ ...golden, keys: [current, retiring] });
    expect(headers['webhook-signature'].split(' ')).toEqual([
      signCallback(golden)['webhook-signature'],
      signCallback({ ...golden, keys: [retiring] })['webhook-signature'],
    ]);
    expect(headers.signature).toBe(signCallback(golden).signature);
  });

  it('keeps port and query, and leaves the scheme’s own port out of Host', () => {
    expect(signCallback({ ...golden, url: 'http://127.0.0.1:3002/hooks?a=1' }).host).toBe('127.0.0.1:3002');
    expect(signCallback({ ...golden, url: 'https://merchant.example.com:443/hooks' }).host).toBe(
      'merchant.example.com',
    );
    const request = received({ ...golden, url: 'http://127.0.0.1:3002/hooks?a=1' });
    expect(verifyCallback(request, [current], rules)).toMatchObject({ by: ['signature', 'webhook'] });
  });

  it('throws without a key, with a short key and with an event id of another form', () => {
    expect(() => signCallback({ ...golden, keys: [] })).toThrow('without a callback key');
    expect(() => signCallback({ ...golden, keys: [{ id: 'ck', secret: 'whsec_AAAA' }] })).toThrow(
      '24 to 64 bytes',
    );
    expect(() => signCallback({ ...golden, eventId: 'evt_1.2' })).toThrow('event id');
    expect(() => signCallback({ ...golden, eventId: '(request-target): ' })).toThrow('event id');
  });
});

describe('verifyCallback', () => {
  it('verifies both signatures', () => {
    expect(verifyCallback(received(golden), [current], rules)).toEqual({
      kind: 'verified',
      by: ['signature', 'webhook'],
      problems: [],
    });
  });

  it('verifies with the old or with the new key during a rotation', () => {
    const rotated = received({ ...golden, keys: [current, retiring] });
    expect(verifyCallback(rotated, [current], rules)).toMatchObject({ by: ['signature', 'webhook'] });
    expect(verifyCallback(rotated, [retiring], rules)).toMatchObject({ by: ['webhook'] });
  });

  it('verifies by webhook alone behind a proxy that rewrites host or path', () => {
    const rewritten = { ...received(golden), target: '/internal/hooks/pay' };
    expect(verifyCallback(rewritten, [current], rules)).toMatchObject({
      by: ['webhook'],
      problems: [expect.any(String)],
    });
  });

  it('verifies by Signature alone when the webhook headers were dropped', () => {
    const stripped = received(golden, { 'webhook-signature': undefined });
    expect(verifyCallback(stripped, [current], rules)).toMatchObject({ by: ['signature'] });
  });

  it('verifies the published vector of Standard Webhooks', () => {
    const rawHeaders = [
      ['webhook-id', 'msg_p5jXN8AQM9LWM0D4loKWxJek'],
      ['webhook-timestamp', '1614265330'],
      ['webhook-signature', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ].flat();
    const rawBody = Buffer.from('{"test": 2432232314}');
    const callback = { method: 'POST', target: '/', rawHeaders, rawBody };
    const published = { now: new Date(1_614_265_330_000), skewSeconds: 300 };
    expect(verifyCallback(callback, [current], published)).toMatchObject({ by: ['webhook'] });
  });

  it('leaves other versions of the webhook scheme alone', () => {
    const mixed = `v1a,abc ${signCallback(golden)['webhook-signature']}`;
    const callback = received(golden, { 'webhook-signature': mixed });
    expect(verifyCallback(callback, [current], rules)).toMatchObject({ by: ['signature', 'webhook'] });
  });

  it('checks its own names when they are given', () => {
    const verification = verifyCallback(received(golden), [current], {
      ...rules,
      hosts: ['other.example.com'],
    });
    expect(verification).toMatchObject({
      by: ['webhook'],
      problems: [expect.stringMatching(/^Host ".+" is not a name of this service$/)],
    });
  });

  it.each([
    ['another body', { ...received(golden), rawBody: Buffer.from('{}') }, rules],
    ['a foreign key', received({ ...golden, keys: [retiring] }), rules],
    [
      'a callback of 301 seconds ago',
      received(golden),
      { ...rules, now: new Date(date.getTime() + 301_000) },
    ],
    [
      'a callback of 301 seconds hence',
      received(golden),
      { ...rules, now: new Date(date.getTime() - 301_000) },
    ],
    ['no headers at all', { ...received(golden), rawHeaders: [] }, rules],
    [
      'a timestamp that is no number',
      received(golden, { signature: undefined, 'webhook-timestamp': '1388957500.0' }),
      rules,
    ],
    ['another event id', received(golden, { signature: undefined, 'webhook-id': 'evt_other' }), rules],
    [
      'a signature of another length',
      received(golden, { signature: undefined, 'webhook-signature': 'v1,AAAA' }),
      rules,
    ],
  ])('refuses %s', (_, callback, changed) => {
    const verification = verifyCallback(callback, [current], changed);
    expect(verification).toEqual({ kind: 'refused', problems: [expect.any(String), expect.any(String)] });
  });

  it('refuses a repeated webhook header', () => {
    const callback = received(golden, { signature: undefined });
    const rawHeaders = [...callback.rawHeaders, 'Webhook-Id', 'evt_01HZX3V7Q2'];
    expect(verifyCallback({ ...callback, rawHeaders }, [current], rules).kind).toBe('refused');
  });

  it('refuses everything when there is no key', () => {
    expect(verifyCallback(received(golden), [], rules).kind).toBe('refused');
  });
});
