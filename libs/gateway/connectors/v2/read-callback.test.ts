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

const reversal = {
  event_id: 'evt_2',
  type: 'reversal',
  reversal_id: 'rev_1',
  kind: 'chargeback',
  transaction_type: 'payment',
  identifier: 'id-1',
  reference: 'ord-1',
  currency: 'EUR',
  amount: '4.50',
  state: 'posted',
  case: 'dp_1',
  reason: 'fraudulent',
  respond_by: '2026-02-10T01:00:00+01:00',
  created_date: '2026-02-01T00:00:00.000Z',
  posted_date: '2026-02-01T00:00:00.000Z',
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

  it('of a refund is a report about the refund, also where it was cancelled', () => {
    const body = { ...event, type: 'refund', reference: 'rf-1', payment_reference: 'ord-1' };
    expect(readCallback(sent(body), accounts)).toMatchObject({
      kind: 'read',
      report: { providerReference: 'rf-1', outcome: 'success', amount: '10.10', currency: 'EUR' },
    });
    const cancelled = {
      status: 'declined',
      error_code: 121,
      error_reason: 'Payment transaction was cancelled',
    };
    expect(readCallback(sent({ ...body, ...cancelled }), accounts)).toMatchObject({
      report: { outcome: 'cancelled' },
    });
  });

  it('of a reversal keeps its kind, amount and key (contract §15.8)', () => {
    expect(readCallback(sent(reversal), accounts)).toEqual({
      kind: 'reversal',
      signature: 'right',
      mids: ['mid-1', 'mid-3'],
      eventId: 'evt_2',
      reversal: {
        kind: 'chargeback',
        providerReference: 'ord-1',
        key: 'rev_1',
        amount: '4.50',
        currency: 'EUR',
        case: 'dp_1',
        reason: 'fraudulent',
        respondBy: '2026-02-10T00:00:00.000Z',
      },
    });
    const forged = { ...sent(reversal), rawBody: Buffer.from(JSON.stringify({ ...reversal, amount: '9' })) };
    expect(readCallback(forged, accounts)).toMatchObject({ kind: 'reversal', signature: 'wrong', mids: [] });
  });

  it('of a reversal takes no sentence for a code', () => {
    const body = { ...reversal, case: null, reason: 'Ms Example says no', respond_by: 'soon' };
    const reading = readCallback(sent(body), accounts);
    expect(reading).toMatchObject({ kind: 'reversal' });
    expect(JSON.stringify(reading)).not.toMatch(/Example|case|respondBy/);
  });

  it.each(['test', 'invoice', 'constructor'])(
    'of the type %s is ignored if its signature is right',
    (type) => {
      const body = { event_id: 'evt_3', type };
      expect(readCallback(sent(body), accounts)).toEqual({ kind: 'unrelated' });
      expect(readCallback(sent(body), [])).toEqual({ kind: 'unreadable' });
    },
  );

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
    ['no type', { ...event, type: undefined }],
    ['a refund without its money', { ...event, type: 'refund', amount: undefined }],
    ['a reversal of nothing', { ...reversal, transaction_type: undefined }],
    ['a reversal of an unknown kind', { ...reversal, kind: 'lost' }],
    ['a reversal without money', { ...reversal, amount: undefined }],
    ['a reversal without an id', { ...reversal, reversal_id: 'two words' }],
    ['no event', { ...event, event_id: '' }],
    ['no reference', { ...event, reference: undefined }],
    ['a success without money', { ...event, amount: undefined }],
    ['a success with a code', { ...event, error_code: 200 }],
  ])('%s is unreadable', (_what, body) => {
    expect(readCallback(sent(body), accounts)).toEqual({ kind: 'unreadable' });
  });
});
