import { describe, expect, it } from 'vitest';
import { signCallback, verifyCallback, type CallbackToSign } from './callback-signature.js';

const key = { id: 'ck', secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const date = new Date(1_388_957_500_000);
const callback: CallbackToSign = {
  url: 'https://merchant.example.com/hooks/pay',
  date,
  body: '{}',
  eventId: 'evt_1',
  keys: [key],
};
const headers = signCallback(callback);

/** Verifies the callback by its webhook headers alone, with these changed; undefined removes one. */
function verify(changes: Readonly<Record<string, string | undefined>>, now = date) {
  const sent = { ...headers, signature: undefined, ...changes };
  const rawHeaders = Object.entries(sent).flatMap(([name, value]) =>
    value === undefined ? [] : [name, value],
  );
  const received = { method: 'POST', target: '/hooks/pay', rawHeaders, rawBody: Buffer.from(callback.body) };
  return verifyCallback(received, [key], { now, skewSeconds: 300 });
}

describe('the problem of a webhook signature', () => {
  const missing = 'webhook-id, -timestamp or -signature is missing or repeated';
  const noNumber = 'webhook-timestamp is not a number of seconds';
  const wrong = 'No signature in webhook-signature is right';
  const right = headers['webhook-signature'];

  it.each([
    ['webhook-id', undefined, missing],
    ['webhook-timestamp', undefined, missing],
    ['webhook-signature', undefined, missing],
    ['webhook-id', '', missing],
    ['webhook-timestamp', '1388957500.0', noNumber],
    ['webhook-timestamp', 'x1388957500', noNumber],
    ['webhook-timestamp', '1388957500x', noNumber],
    ['webhook-signature', 'v1,AAAA', wrong],
    ['webhook-signature', `x${right}`, wrong],
    ['webhook-signature', `${right}x`, wrong],
    ['webhook-signature', right.replace('v1,', 'v2,'), wrong],
  ])('%s: %j', (name, value, problem) => {
    expect(verify({ [name]: value })).toEqual({
      kind: 'refused',
      problems: ['Missing header: Signature', problem],
    });
  });

  it.each([
    [-301, "301 seconds ahead of this server's clock"],
    [301, "301 seconds behind this server's clock"],
    [300.2, "301 seconds behind this server's clock"],
  ])('is its age at %d seconds of difference', (seconds, distance) => {
    const now = new Date(date.getTime() + seconds * 1_000);
    expect(verify({}, now)).toMatchObject({
      problems: [
        'Missing header: Signature',
        `webhook-timestamp is ${distance}; at most 300 seconds are accepted`,
      ],
    });
  });
});

describe('a webhook signature', () => {
  it.each([-300, 300])('is right at %i seconds of difference', (seconds) => {
    const now = new Date(date.getTime() + seconds * 1_000);
    expect(verify({}, now)).toMatchObject({ kind: 'verified', by: ['webhook'] });
  });

  it.each(['xevt_1', ' evt_1', 'evt_', `evt_${'1'.repeat(65)}`])(
    'is not made for the event %j',
    (eventId) => {
      expect(() => signCallback({ ...callback, eventId })).toThrow('event id');
    },
  );

  it('is made for an event whose identifier is as long as one may be', () => {
    const eventId = `evt_${'1'.repeat(64)}`;
    expect(signCallback({ ...callback, eventId })['webhook-id']).toBe(eventId);
  });
});
