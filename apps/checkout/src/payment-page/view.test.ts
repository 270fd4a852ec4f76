import { describe, expect, it } from 'vitest';
import { finalErrors } from '#domain/errors/final-errors';
import { finalStatuses } from '#domain/transaction/status';
import { samplePayment } from '../testing/sample-payment.js';
import { chooseView, continueUrl, outcomeOf } from './view.js';

const now = new Date();
const created = { ...samplePayment, status: 'created', submitDueAt: now } as const;
const redirect = { type: 'redirect', url: 'https://bank.example/pay?x=1' } as const;
const qr = { type: 'qr', payload: '0002…' } as const;

describe('chooseView', () => {
  it('shows the form while the page may be posted, and waits for the end afterwards', () => {
    expect(chooseView(samplePayment, 'page', now)).toEqual({
      kind: 'form',
      asksCard: false,
      leadsTo: 'qr',
    });
    expect(chooseView({ ...samplePayment, payableUntil: now }, 'page', now)).toEqual({ kind: 'waiting' });
  });

  it.each([
    ['hpp', 'new'],
    ['h2h', 'created'],
  ] as const)('asks for a card where the catalogue says so: card, %s, %s', (style, status) => {
    const card = { ...samplePayment, method: 'card', style, status };
    expect(chooseView(card, 'page', now)).toEqual({
      kind: 'form',
      asksCard: true,
      leadsTo: 'redirect',
    });
    expect(chooseView({ ...card, payableUntil: now }, 'page', now)).toEqual({ kind: 'waiting' });
    const posted = { ...card, status: 'pending', submitDueAt: now } as const;
    expect(chooseView(posted, 'page', now)).toEqual({ kind: 'waiting' });
    expect(chooseView({ ...posted, challenge: redirect }, 'page', now)).toMatchObject({ kind: 'leaving' });
  });

  it('waits while a posted payment has no challenge yet', () => {
    expect(chooseView({ ...samplePayment, status: 'pending', submitDueAt: now }, 'page', now)).toEqual({
      kind: 'waiting',
    });
  });

  it('leads on to the provider by a page, and only where a link may lead', () => {
    const view = { kind: 'leaving', url: redirect.url };
    expect(chooseView({ ...created, challenge: redirect }, 'page', now)).toEqual(view);
    const challenge = { type: 'redirect', url: 'javascript:alert(1)' } as const;
    expect(chooseView({ ...created, challenge }, 'page', now)).toEqual({ kind: 'waiting' });
  });

  it('shows instructions, and shows them again after a reload', () => {
    const view = { kind: 'instructions', challenge: qr };
    expect(chooseView({ ...created, challenge: qr }, 'page', now)).toEqual(view);
  });

  it.each([redirect, qr])('never leads back to the provider from where it sent the browser', (challenge) => {
    expect(chooseView({ ...created, challenge }, 'return', now)).toEqual({ kind: 'waiting' });
  });

  it('knows that an expired payment may have been paid elsewhere', () => {
    const expired = { ...created, status: 'expired', finishedAt: now } as const;
    for (const [challenge, mayBePaid] of [
      [undefined, false],
      [redirect, false],
      [qr, true],
      [{ type: 'voucher', number: '1', payBy: '2030-01-01' }, true],
      [{ type: 'multibanco', entity: '1', reference: '2' }, true],
    ] as const) {
      expect(chooseView({ ...expired, challenge }, 'page', now)).toMatchObject({
        outcome: 'expired',
        mayBePaid,
      });
    }
    expect(chooseView({ ...expired, status: 'declined', challenge: qr }, 'page', now)).toMatchObject({
      mayBePaid: false,
    });
  });

  it.each(finalStatuses)('leads on to the merchant from both places after %s', (status) => {
    const url = status === 'success' ? samplePayment.redirectUrl : samplePayment.errorUrl;
    const payment = { ...samplePayment, status, challenge: redirect };
    for (const place of ['page', 'return'] as const) {
      const view = { kind: 'ended', outcome: status, reason: 'other', url, isPast: false, mayBePaid: false };
      expect(chooseView(payment, place, now)).toEqual(view);
    }
  });

  it.each([
    ['at once', 0, false],
    ['after ten minutes', 10 * 60_000, false],
    ['days later', 3 * 86_400_000, true],
  ])('knows a customer who comes back to see: %s', (_when, age, isPast) => {
    const finishedAt = new Date(now.getTime() - age);
    const payment = { ...samplePayment, status: 'success', finishedAt } as const;
    expect(chooseView(payment, 'page', now)).toMatchObject({ outcome: 'success', isPast });
  });

  it.each([
    ['pix', 'hpp', 200, 'other'],
    ['card', 'hpp', 200, 'card'],
    ['card', 'h2h', 200, 'card'],
    ['card', 'hpp', 451, 'blocked'],
  ] as const)('says why %s (%s) was declined with %i: %s', (method, style, errorCode, reason) => {
    const payment = { ...samplePayment, method, style, status: 'declined', errorCode } as const;
    expect(chooseView(payment, 'page', now)).toMatchObject({ outcome: 'declined', reason });
  });
});

describe('outcomeOf', () => {
  const { code, description } = finalErrors.paymentCancelled;

  it('distinguishes a cancelled payment from a declined one by its error', () => {
    const cancelled = { status: 'declined', errorCode: code, errorDescription: description } as const;
    expect(outcomeOf(cancelled)).toBe('cancelled');
    expect(chooseView({ ...created, ...cancelled, status: 'pending' }, 'page', now).kind).toBe('waiting');
    expect(outcomeOf({ ...cancelled, errorDescription: 'another of code 121' })).toBe('declined');
    expect(outcomeOf({ ...cancelled, errorCode: finalErrors.declined.code })).toBe('declined');
  });

  it.each(finalStatuses)('is the status otherwise: %s', (status) => {
    expect(outcomeOf({ status, errorCode: 0, errorDescription: undefined })).toBe(status);
  });
});

describe('continueUrl', () => {
  const redirectUrl = 'https://shop.example?a=1';
  const cancelUrl = 'http://shop.example/cancelled';
  const errorUrl = 'https://shop.example/failed#top';

  it.each([
    ['success', redirectUrl],
    ['cancelled', cancelUrl],
    ['declined', errorUrl],
    ['error', errorUrl],
    ['expired', errorUrl],
  ] as const)('leads on after %s, with nothing appended', (outcome, url) => {
    expect(continueUrl({ redirectUrl, cancelUrl, errorUrl }, outcome)).toBe(url);
  });

  it.each(['cancelled', 'declined', 'error', 'expired'] as const)(
    'falls back to redirect_url after %s, then to our own page',
    (outcome) => {
      const none = { redirectUrl: undefined, cancelUrl: undefined, errorUrl: undefined };
      expect(continueUrl({ ...none, redirectUrl }, outcome)).toBe(redirectUrl);
      expect(continueUrl(none, outcome)).toBeUndefined();
    },
  );

  it.each(['javascript:alert(1)', 'data:text/html,x', '//shop.example', 'https://', ' https://shop.example'])(
    'never leads to %s',
    (url) => {
      expect(continueUrl({ redirectUrl: url, cancelUrl: url, errorUrl: url }, 'success')).toBeUndefined();
      expect(continueUrl({ redirectUrl, cancelUrl: url, errorUrl: url }, 'cancelled')).toBe(redirectUrl);
    },
  );
});
