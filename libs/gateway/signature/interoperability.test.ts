import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { cavage, createSigner } from 'http-message-signatures';
import httpSignature from 'http-signature';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { digestOf } from './signed-text.js';
import { signCallback, verifyCallback } from './callback-signature.js';
import { signRequest, verifyRequest } from './request-signature.js';

const covered = ['(request-target)', 'host', 'date', 'digest'];
const secret = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const secretBytes = Buffer.from(secret, 'base64');
const callbackSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const rules = { hosts: ['gw.example.com'], skewSeconds: 300 };

const messages = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/v2/payment', '/v2/bank/africa?country_code=NG', '/v2/payment/ord%2F1?wait=5'),
  body: fc.string({ unit: 'grapheme', maxLength: 200 }),
});

async function verifyHmac(data: Buffer, signature: Buffer): Promise<boolean> {
  return createHmac('sha256', secretBytes).update(data).digest().equals(signature);
}

describe('requests', () => {
  it('ours verify with http-signature', () => {
    fc.assert(
      fc.property(messages, ({ method, path, body }) => {
        const date = new Date();
        const signed = signRequest({
          method,
          path,
          host: 'gw.example.com',
          date,
          body,
          keyId: 'mk_1',
          secret,
        });
        const parsed = httpSignature.parseRequest(
          { method, url: path, headers: { ...signed } },
          { headers: covered },
        );
        expect(parsed.params.keyId).toBe('mk_1');
        expect(httpSignature.verifyHMAC(parsed, secretBytes)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('those of http-signature verify with ours', () => {
    fc.assert(
      fc.property(messages, ({ method, path, body }) => {
        const now = new Date();
        const headers = new Map([
          ['host', 'gw.example.com'],
          ['date', now.toUTCString()],
          ['digest', digestOf(body)],
        ]);
        const request = {
          method,
          path,
          getHeader: (name: string) => headers.get(name.toLowerCase()),
          setHeader: (name: string, value: string) => void headers.set(name.toLowerCase(), value),
        };
        const options = { key: secretBytes, keyId: 'mk_1', algorithm: 'hmac-sha256', headers: covered };
        httpSignature.signRequest(request, options);
        const received = {
          method,
          target: path,
          rawHeaders: [...headers].flat(),
          rawBody: Buffer.from(body),
        };
        expect(verifyRequest(received, () => ({ secret }), { ...rules, now }).kind).toBe('verified');
      }),
      { numRuns: 25 },
    );
  });

  it('ours verify with http-message-signatures', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async ({ method, path, body }) => {
        const date = new Date();
        const signed = signRequest({
          method,
          path,
          host: 'gw.example.com',
          date,
          body,
          keyId: 'mk_1',
          secret,
        });
        const headers = { ...signed, signature: signed.authorization.replace(/^Signature /, '') };
        const verification = await cavage.verifyMessage(
          { keyLookup: async () => ({ id: 'mk_1', verify: verifyHmac }) },
          { method, url: `http://gw.example.com${path}`, headers },
        );
        expect(verification).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('those of http-message-signatures verify with ours', async () => {
    await fc.assert(
      fc.asyncProperty(messages, async ({ method, path, body }) => {
        const now = new Date();
        const headers = { host: 'gw.example.com', date: now.toUTCString(), digest: digestOf(body) };
        const signed = await cavage.signMessage(
          {
            key: createSigner(secretBytes, 'hmac-sha256', 'mk_1'),
            fields: ['@request-target', 'host', 'date', 'digest'],
            params: ['keyid', 'alg'],
          },
          { method, url: `http://gw.example.com${path}`, headers: { ...headers, Signature: '' } },
        );
        const authorization = `Signature ${signed.headers.Signature}`;
        const rawHeaders = Object.entries({ ...headers, authorization }).flat();
        const received = { method, target: path, rawHeaders, rawBody: Buffer.from(body) };
        expect(verifyRequest(received, () => ({ secret }), { ...rules, now }).kind).toBe('verified');
      }),
      { numRuns: 25 },
    );
  });
});

describe('callbacks', () => {
  const key = { id: 'ck_1', secret: callbackSecret };
  const url = 'https://merchant.example.com/hooks/pay?a=b';
  const bodies = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => JSON.stringify({ text }));

  it('ours verify with standardwebhooks and with http-signature', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const headers = { ...signCallback({ url, date: new Date(), body, eventId: 'evt_1', keys: [key] }) };
        expect(new Webhook(callbackSecret).verify(body, headers)).toEqual(JSON.parse(body));
        const parsed = httpSignature.parseRequest(
          { method: 'POST', url: '/hooks/pay?a=b', headers },
          { headers: covered },
        );
        const bytes = Buffer.from(callbackSecret.slice('whsec_'.length), 'base64');
        expect(httpSignature.verifyHMAC(parsed, bytes)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('those of standardwebhooks verify with ours', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const now = new Date();
        const rawHeaders = [
          ['webhook-id', 'msg_1'],
          ['webhook-timestamp', String(Math.floor(now.getTime() / 1000))],
          ['webhook-signature', new Webhook(callbackSecret).sign('msg_1', now, body)],
        ].flat();
        const callback = { method: 'POST', target: '/hooks', rawHeaders, rawBody: Buffer.from(body) };
        expect(verifyCallback(callback, [key], { now, skewSeconds: 300 })).toMatchObject({ by: ['webhook'] });
      }),
      { numRuns: 25 },
    );
  });
});
