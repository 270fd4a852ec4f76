import { describe, expect, it } from 'vitest';
import { signCallback } from '../../signature/callback-signature.js';
import type { IncomingCallback, ProviderAccount } from '../connector.js';
import { readCallback } from './read-callback.js';

const url = 'https://gw.example.com/provider-callbacks/upstream';
const key = { id: 'ck_1', secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}` };
const otherKey = { id: 'ck_2', secret: `whsec_${Buffer.alloc(24, 2).toString('base64')}` };
const event = {
  event_id: 'evt_1',
  type: 'payment',
  identifier: 'id-1',
  reference: 'ord-1',
  currency: 'EUR',
  amount: '10.10',
  status: 'success',
  error_code: 0,
};

function account(mid: string, { id, secret } = key): ProviderAccount {
  const credentials = { key_id: 'mk_1', secret: 's', callback_key_id: id, callback_secret: secret };
  return { provider: 'upstream', mid, baseUrl: 'https://upstream.example.com', credentials };
}

function sent(body: unknown = event, { keys = [key], date = new Date() } = {}): IncomingCallback {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = { ...signCallback({ url, date, body: rawBody, eventId: 'evt_1', keys }) };
  return { target: new URL(url).pathname, headers, rawHeaders: Object.entries(headers).flat(), rawBody };
}

function without(callback: IncomingCallback, ...names: readonly string[]): IncomingCallback {
  const lines = Object.entries(callback.headers).filter(([name]) => !names.includes(name));
  return { ...callback, headers: Object.fromEntries(lines), rawHeaders: lines.flat().map(String) };
}

const accounts = [account('mid-1'), account('mid-2', otherKey), account('mid-3')];

describe('a callback of an upstream gateway', () => {
  it('is a report for the MIDs whose key has signed it', () => {
    expect(readCallback(sent(), accounts)).toEqual({
      kind: 'read',
      signature: 'right',
      mids: ['mid-1', 'mid-3'],
      eventId: 'evt_1',
      report: {
        providerReference: 'ord-1',
        providerId: 'id-1',
        outcome: 'success',
        amount: '10.10',
        currency: 'EUR',
      },
    });
  });

  it('of a payout ends with the bank’s cause', () => {
    const body = { ...event, type: 'payout', status: 'declined', error_code: 1050 };
    expect(readCallback(sent(body), accounts)).toMatchObject({
      report: { outcome: 'declined', cause: 'bankNotSupported' },
    });
  });

  it('while a key is being changed verifies with either', () => {
    const callback = sent(event, { keys: [otherKey, key] });
    expect(readCallback(callback, accounts)).toMatchObject({ mids: ['mid-1', 'mid-2', 'mid-3'] });
  });

  it.each([
    ['through a proxy that changes the path', { ...sent(), target: '/other' }],
    ['with the one signature', without(sent(), 'webhook-signature')],
    ['with the other signature', without(sent(), 'signature')],
  ])('%s is right: one of the two signatures is', (_how, callback) => {
    expect(readCallback(callback, accounts)).toMatchObject({ signature: 'right' });
  });

  it.each([
    ['another body', { ...sent(), rawBody: Buffer.from(JSON.stringify({ ...event, status: 'created' })) }],
    ['no signature', without(sent(), 'signature', 'webhook-signature')],
    ['an old time', sent(event, { date: new Date(Date.now() - 301_000) })],
    ['a time to come', sent(event, { date: new Date(Date.now() + 310_000) })],
    ['another key', sent(event, { keys: [{ ...key, secret: otherKey.secret }] })],
  ])('%s: the signature is wrong and matches no MID', (_what, callback) => {
    expect(readCallback(callback, [account('mid-1')])).toMatchObject({ signature: 'wrong', mids: [] });
  });

  it.each([
    ['none', {}],
    ['no secret', { callback_key_id: 'ck_1' }],
    ['a malformed secret', { callback_key_id: 'ck_1', callback_secret: 'whsec_x' }],
  ])('an MID with credentials like these verifies nothing: %s', (_what, credentials) => {
    const bare = { ...account('mid-1'), credentials };
    expect(readCallback(sent(), [bare])).toMatchObject({ signature: 'wrong', mids: [] });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['another type', { ...event, type: 'refund' }],
    ['no event', { ...event, event_id: '' }],
    ['no reference', { ...event, reference: undefined }],
    ['a success without money', { ...event, amount: undefined }],
    ['a success with a code', { ...event, error_code: 200 }],
  ])('%s is unreadable', (_what, body) => {
    expect(readCallback(sent(body), accounts)).toEqual({ kind: 'unreadable' });
  });
});
