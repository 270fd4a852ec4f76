import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import type { ProviderAccount } from '../connector.js';
import { apiVersion } from './call-stripe.js';
import { readCallback } from './read-callback.js';
import { failed, intent, onPage, page, refund } from './testing/objects.js';

/** Stripe's own client signs, and verifies what we sign. */
const secret = 'whsec_0123456789abcdef';
const stripe = new Stripe('sk_test_0123456789');
const account = (mid: string, webhookSecret = secret): ProviderAccount => ({
  provider: 'stripe',
  mid,
  baseUrl: 'https://api.stripe.com',
  credentials: { secret_key: 'sk_test_0123456789', webhook_secret: webhookSecret, raw_cards: 'no' },
});
const accounts = [account('stripe_1'), account('stripe_2', 'whsec_other567890'), account('stripe_3')];

const paid = intent({ status: 'succeeded', amount_received: 1_234 });
const declined = intent(failed({ code: 'expired_card', decline_code: null }));
const ofPage = (object: object) => ({ ...object, ...onPage });
const paidPage = page({ status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' });
const paidBack = refund();

function eventOf(type: string, object: object, fields: object = {}): string {
  const event = { id: 'evt_1', object: 'event', type, api_version: apiVersion, data: { object } };
  return JSON.stringify({ ...event, ...fields });
}

function read(payload: string, { header, body = payload }: { header?: string; body?: string } = {}) {
  const signature = header ?? stripe.webhooks.generateTestHeaderString({ payload, secret });
  const headers = { 'stripe-signature': signature };
  return readCallback({ target: '/', headers, rawHeaders: [], rawBody: Buffer.from(body) }, accounts);
}

describe('the signature of an event', () => {
  const payload = eventOf('payment_intent.succeeded', paid);
  const now = Math.floor(Date.now() / 1_000);
  const sign = (time: number, key = secret) =>
    createHmac('sha256', key).update(`${time}.${payload}`).digest('hex');

  it('of the client is right, for every MID with this secret', () => {
    expect(read(payload)).toMatchObject({ kind: 'read', signature: 'right', mids: ['stripe_1', 'stripe_3'] });
  });

  it('of ours is right for the client', () => {
    const header = `t=${now},v1=${sign(now)}`;
    expect(read(payload, { header })).toMatchObject({ signature: 'right' });
    expect(stripe.webhooks.constructEvent(payload, header, secret)).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['one of several', `t=${now},v1=${'0'.repeat(64)},v1=${sign(now)}`],
    ['beside another scheme', `t=${now}, v0=${sign(now)}, v1=${sign(now)}`],
    ['almost five minutes old', `t=${now - 290},v1=${sign(now - 290)}`],
  ])('is right: %s', (_case, header) => {
    expect(read(payload, { header })).toMatchObject({ signature: 'right' });
  });

  it.each([
    ['more than five minutes old', `t=${now - 310},v1=${sign(now - 310)}`],
    ['of the future', `t=${now + 310},v1=${sign(now + 310)}`],
    ['of another secret', `t=${now},v1=${sign(now, 'whsec_nobodys')}`],
    ['of another time', `t=${now - 1},v1=${sign(now)}`],
    ['of another scheme alone', `t=${now},v0=${sign(now)}`],
    ['without a time', `v1=${sign(now)}`],
    ['of another length', `t=${now},v1=${sign(now).slice(2)}`],
    ['missing', ''],
  ])('is wrong: %s', (_case, header) => {
    expect(read(payload, { header })).toMatchObject({ kind: 'read', signature: 'wrong', mids: [] });
  });

  it('is wrong if the body has changed', () => {
    expect(read(payload, { body: payload.replace('1234', '1235') })).toMatchObject({ signature: 'wrong' });
  });
});

describe('an event that ends something', () => {
  it.each<readonly [string, object, object]>([
    ['payment_intent.succeeded', paid, { providerReference: 'ref-1', outcome: 'success', amount: '12.34' }],
    ['payment_intent.succeeded', ofPage(paid), { outcome: 'success', providerId: 'pi_1' }],
    [
      'payment_intent.succeeded',
      { ...paid, cancellation_reason: 'requested_by_customer' },
      { outcome: 'success', providerId: 'pi_1' },
    ],
    ['payment_intent.canceled', { ...paid, status: 'canceled' }, { outcome: 'cancelled' }],
    [
      'payment_intent.canceled',
      { ...paid, status: 'canceled', cancellation_reason: 'automatic' },
      { outcome: 'expired' },
    ],
    ['payment_intent.payment_failed', declined, { outcome: 'declined', reason: 'expired_card' }],
    ['checkout.session.completed', paidPage, { outcome: 'success', providerId: 'pi_1', amount: '12.34' }],
    ['checkout.session.async_payment_succeeded', paidPage, { outcome: 'success' }],
    ['refund.updated', paidBack, { providerReference: 'ref-2', outcome: 'success', providerId: 're_1' }],
    ['refund.failed', { ...paidBack, status: 'failed' }, { providerReference: 'ref-2', outcome: 'declined' }],
  ])('%s', (type, object, report) => {
    expect(read(eventOf(type, object))).toMatchObject({ kind: 'read', eventId: 'evt_1', report });
  });
});

describe('a hint', () => {
  const [ours, theirs] = [{ providerReference: 'ref-1' }, { providerId: 'pi_1' }];
  it.each<readonly [string, object, object]>([
    ['payment_intent.processing', { ...paid, status: 'processing' }, ours],
    ['payment_intent.partially_funded', { ...paid, status: 'requires_action' }, ours],
    ['payment_intent.canceled', ofPage({ ...paid, status: 'canceled' }), ours],
    ['payment_intent.canceled', { ...paid, status: 'canceled', cancellation_reason: 'abandoned' }, ours],
    [
      'payment_intent.canceled',
      { ...paid, status: 'canceled', cancellation_reason: 'requested_by_customer' },
      ours,
    ],
    ['checkout.session.async_payment_failed', paidPage, ours],
    ['checkout.session.completed', { ...paidPage, payment_status: 'unpaid' }, ours],
    ['checkout.session.expired', { ...paidPage, status: 'expired', payment_status: 'unpaid' }, ours],
    ['checkout.session.expired', { ...paidPage, status: 'expired', payment_intent: null }, ours],
    ['charge.refunded', { object: 'charge', payment_intent: 'pi_1', metadata: paid.metadata }, ours],
    ['charge.refunded', { object: 'charge', payment_intent: 'pi_1', metadata: {} }, theirs],
    ['charge.dispute.created', { object: 'dispute', payment_intent: 'pi_1', metadata: {} }, theirs],
    ['charge.dispute.funds_withdrawn', { object: 'dispute', payment_intent: 'pi_1' }, theirs],
    ['charge.dispute.closed', { object: 'dispute', payment_intent: 'pi_1' }, theirs],
    [
      'radar.early_fraud_warning.created',
      { object: 'radar.early_fraud_warning', payment_intent: 'pi_1' },
      theirs,
    ],
    ['refund.created', { ...paidBack, metadata: {} }, theirs],
    ['refund.created', { ...paidBack, status: 'pending' }, { providerReference: 'ref-2' }],
    ['charge.refund.updated', paidBack, { providerReference: 'ref-2' }],
  ])('%s: %j', (type, object, about) => {
    expect(read(eventOf(type, object))).toEqual({ kind: 'hint', signature: 'right', ...about });
  });

  it('is every event in another version', () => {
    const old = eventOf('payment_intent.succeeded', paid, { api_version: '2020-08-27' });
    expect(read(old)).toEqual({ kind: 'hint', signature: 'right', ...ours });
    expect(read(old, { header: 't=1,v1=00' })).toEqual({ kind: 'hint', signature: 'wrong', ...ours });
  });
});

describe('an event that tells nothing new', () => {
  it.each<readonly [string, object]>([
    ['payment_intent.created', paid],
    ['payment_intent.payment_failed', ofPage(declined)],
    ['charge.succeeded', { object: 'charge', metadata: paid.metadata }],
    ['customer.created', { object: 'customer', id: 'cus_1' }],
    ['payout.paid', { object: 'payout', id: 'po_1' }],
    ['charge.dispute.created', { object: 'dispute', payment_intent: null }],
  ])('%s', (type, object) => {
    expect(read(eventOf(type, object))).toEqual({ kind: 'unrelated' });
    expect(read(eventOf(type, object), { header: '' })).toEqual({ kind: 'unreadable' });
  });

  it.each(['{', '[]', '{}', '{"id":"evt_1","type":"x"}', '{"data":{"object":{}}}'])(
    '%s cannot be read',
    (body) => {
      expect(read(body)).toEqual({ kind: 'unreadable' });
    },
  );
});
