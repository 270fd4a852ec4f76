import { describe, expect, it } from 'vitest';
import { errorOf } from '../errors/error-catalogue.js';
import type { Moment } from './change.js';
import { afterPreparation, afterReport, afterSubmit } from './decide.js';
import type { ProviderReport, Submitted } from './report.js';
import type { TransactionStatus, TransactionType } from './status.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState, Known } from './transaction.js';

const moment: Moment = { now: new Date('2026-01-01T00:00:01Z'), eventId: 'evt_1' };

/** With a second route. */
function known(
  status: TransactionStatus,
  state: AttemptState,
  { type = 'payment', later }: { readonly type?: TransactionType; readonly later?: AttemptState } = {},
): Known {
  const attempts = [sampleAttempt(1, state), ...(later ? [sampleAttempt(2, later)] : [])];
  return { transaction: sampleTransaction({ type, status }), attempts };
}

const paid = { providerReference: 'id-1', outcome: 'success', amount: '10.10', currency: 'EUR' } as const;
const success: Submitted = { kind: 'final', report: paid };
const submitted = (before: Known, n: number, result: Submitted) => afterSubmit(before, { n, result }, moment);
const softDecline: Submitted = {
  kind: 'declined',
  soft: true,
  report: { providerReference: 'id-1', outcome: 'declined' },
};

describe('an answer that is awaited', () => {
  it.each(['sending', 'unknown'] as const)('ends the transaction, from %s', (state) => {
    expect(submitted(known('pending', state), 1, success)).toMatchObject({
      attempt: { n: 1, to: 'final', report: paid },
      move: { to: 'success', source: 'provider' },
      forgetCard: true,
    });
  });

  it('leaves the card for the next route after a soft decline, of a payment alone', () => {
    expect(submitted(known('pending', 'sending'), 1, softDecline)).toEqual({
      attempt: { n: 1, to: 'declined', cause: 'soft', report: softDecline.report },
    });
    expect(submitted(known('pending', 'sending', { type: 'payout' }), 1, softDecline)).toMatchObject({
      move: { to: 'declined' },
    });
  });
});

describe("a connector's own explanation", () => {
  const explanation = 'There are: success, decline';
  const words = (result: Submitted) => submitted(known('pending', 'sending'), 1, result).move;

  it('gives the merchant the reason of the end instead of the text of the error table', () => {
    const report = { providerReference: 'id-1', outcome: 'error', explanation } as const;
    const { code, reason } = errorOf('failed');
    expect(words({ kind: 'final', report })).toMatchObject({
      to: 'error',
      error: { code, reason, description: explanation },
    });
    const declined = { ...softDecline, soft: false, report: { ...softDecline.report, explanation } };
    expect(words(declined)).toMatchObject({ to: 'declined', error: { description: explanation } });
  });

  it('says nothing of a success', () => {
    expect(words({ kind: 'final', report: { ...paid, explanation } })).toMatchObject({ error: undefined });
  });
});

describe('an attempt that never left us', () => {
  const notSent: Submitted = { kind: 'notSent', detail: 'ECONNREFUSED' };

  it('makes way for the next route, with the card', () => {
    expect(submitted(known('pending', 'sending'), 1, notSent)).toEqual({
      attempt: { n: 1, to: 'not_sent', detail: 'ECONNREFUSED' },
    });
  });

  it('ends the transaction on the last route, in words that say how many were tried', () => {
    const last = known('pending', 'not_sent', { later: 'sending' });
    expect(submitted(last, 2, notSent)).toMatchObject({
      attempt: { n: 2, to: 'not_sent' },
      move: {
        to: 'error',
        source: 'provider',
        error: { description: errorOf('neverSentByAnyRoute').description },
        provider: 'bank',
      },
      forgetCard: true,
    });
    expect(submitted(last, 2, { ...notSent, error: 'cardGone' })).toMatchObject({
      move: { to: 'error', error: { code: errorOf('cardGone').code } },
    });
  });

  it('because its card is blocked is declined by us, whatever routes there are', () => {
    expect(submitted(known('pending', 'sending'), 1, { kind: 'blocked', error: 'cardGone' })).toMatchObject({
      attempt: { n: 1, to: 'not_sent' },
      move: { to: 'declined', source: 'api' },
    });
  });
});

describe('an attempt that its provider has accepted', () => {
  const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;

  it('shows what the customer must do next, once', () => {
    expect(submitted(known('pending', 'sending'), 1, { kind: 'accepted', challenge })).toEqual({
      attempt: { n: 1, to: 'accepted', providerId: undefined },
      move: { to: 'created', source: 'provider', challenge, provider: 'bank' },
      forgetCard: true,
    });
    expect(submitted(known('created', 'sending'), 1, { kind: 'accepted', challenge })).not.toHaveProperty(
      'move',
    );
  });

  it('is asked about when its answer could not be read, and its card is not kept for that', () => {
    expect(
      submitted(known('pending', 'sending'), 1, { kind: 'unknown', cause: 'timeout', detail: 'x' }),
    ).toEqual({
      attempt: { n: 1, to: 'unknown', cause: 'timeout', detail: 'x' },
      forgetCard: true,
    });
  });
});

describe("a provider's callback", () => {
  const event = (report: Partial<ProviderReport>) => ({
    id: 'event',
    provider: 'bank',
    report: { ...paid, ...report },
  });

  it('ends the transaction, and its inbox row says so', () => {
    const change = afterReport(known('pending', 'accepted'), event({ providerId: 'charge' }), moment);
    expect(change).toMatchObject({
      applied: { ids: ['event'], verdict: 'end' },
      attempt: { n: 1, to: 'final', providerId: 'charge' },
      move: { to: 'success', source: 'provider', provider: 'bank', finishedAt: moment.now },
      forgetCard: true,
    });
  });

  it('makes the merchant’s event in the same change, with the content of the record', () => {
    const { move } = afterReport(known('pending', 'accepted'), event({ outcome: 'expired' }), moment);
    const told = move && 'event' in move ? move.event : undefined;
    expect(told).toMatchObject({ eventId: 'evt_1', callbackUrl: 'https://merchant.example/callbacks' });
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      event_id: 'evt_1',
      status: 'expired',
      finished_date: moment.now.toISOString(),
      error_code: errorOf('expired').code,
    });
  });

  it('that contradicts what is recorded is raised and moves nothing', () => {
    expect(afterReport(known('declined', 'final'), event({}), moment)).toEqual({
      applied: { ids: ['event'], verdict: 'review: contradicts the final state' },
      review: { cause: 'contradicts the final state', report: paid },
    });
  });

  it('that nothing follows from is looked at once all the same', () => {
    const open = event({ outcome: 'open' });
    expect(afterReport(known('pending', 'accepted'), open, moment)).toEqual({
      applied: { ids: ['event'], verdict: 'open' },
    });
    expect(afterReport(known('success', 'final'), event({}), moment)).toEqual({
      applied: { ids: ['event'], verdict: 'agrees' },
    });
  });
});

describe('an answer that comes late', () => {
  it.each(['error', 'declined', 'expired'] as const)('of success after %s is kept and raised', (status) => {
    expect(submitted(known(status, 'not_sent'), 1, success)).toEqual({
      attempt: { n: 1, report: paid, providerId: undefined },
      review: { cause: 'contradicts the final state', report: paid },
      forgetCard: true,
    });
  });

  it('that the provider has it is raised when it ended as never sent, or by hand', () => {
    const report = { providerReference: 'id-1', outcome: 'open' };
    const accepted: Submitted = { kind: 'accepted' };
    expect(submitted(known('error', 'not_sent'), 1, accepted)).toMatchObject({
      review: { cause: 'was held as not sent', report },
    });
    expect(submitted(known('declined', 'unknown', { type: 'payout' }), 1, accepted)).toMatchObject({
      attempt: { n: 1, report },
      review: { cause: 'contradicts the final state', report },
    });
    expect(submitted(known('declined', 'final'), 1, accepted)).not.toHaveProperty('review');
  });

  it('of success after a look-up has found it accepted ends it all the same', () => {
    expect(submitted(known('pending', 'accepted'), 1, success)).toMatchObject({
      attempt: { to: 'final', report: paid },
      move: { to: 'success' },
    });
  });

  it('of success of an attempt that was given up for the next route is raised, never applied', () => {
    const change = submitted(known('pending', 'not_sent', { later: 'accepted' }), 1, success);
    expect(change).toMatchObject({ review: { cause: 'other attempt' } });
    expect(change).not.toHaveProperty('move');
  });

  it('moves nothing that is over: neither status nor attempt', () => {
    for (const result of [success, softDecline, { kind: 'accepted' } as const]) {
      const change = submitted(known('success', 'final'), 1, result);
      expect(change).not.toHaveProperty('move');
      expect(change.attempt).not.toHaveProperty('to');
    }
  });

  it('that says nothing of an attempt that is over changes nothing', () => {
    for (const kind of ['notSent', 'unknown'] as const) {
      const result = { kind, detail: 'x', cause: 'timeout' } as Submitted;
      expect(submitted(known('pending', 'accepted'), 1, result)).toEqual({});
    }
  });
});

describe('a preparation that came to nothing', () => {
  const notPrepared = { kind: 'notSent', detail: 'status 400', error: 'failed' } as const;
  const prepared = (before: Known, n: number) => afterPreparation(before, { n, result: notPrepared }, moment);

  it('is an attempt that was never sent: the next route is due, or it ends', () => {
    expect(prepared(known('pending', 'preparing'), 1)).toEqual({
      attempt: { n: 1, to: 'not_sent', detail: 'status 400' },
    });
    expect(prepared(known('pending', 'not_sent', { later: 'preparing' }), 2)).toMatchObject({
      attempt: { n: 2, to: 'not_sent' },
      move: { to: 'error', error: { code: errorOf('failed').code } },
    });
  });

  it.each(['sending', 'unknown', 'accepted', 'not_sent'] as const)(
    'says nothing of one that another run has made %s meanwhile',
    (state) => {
      expect(prepared(known('pending', state), 1)).toEqual({});
    },
  );

  it('says nothing of what has ended', () => {
    expect(prepared(known('declined', 'preparing'), 1)).toEqual({});
  });
});

describe('what waits for somebody at the provider', () => {
  const report = { providerReference: 'id-1', outcome: 'open', awaitsApproval: true } as const;

  it('is accepted, and shown to a person', () => {
    const accepted = { kind: 'accepted', providerId: 'TRF_1', report } as const;
    expect(submitted(known('pending', 'sending', { type: 'payout' }), 1, accepted)).toMatchObject({
      attempt: { n: 1, to: 'accepted', providerId: 'TRF_1', report },
      review: { cause: 'awaits approval at the provider', report },
      move: { to: 'pending' },
    });
  });

  it('is no matter of what has ended', () => {
    const event = { id: 'e-1', provider: 'bank', report };
    const change = afterReport(known('success', 'final'), event, moment);
    expect(change).toMatchObject({ applied: { ids: ['e-1'], verdict: 'open' } });
    expect(change).not.toHaveProperty('review');
    expect(change).not.toHaveProperty('move');
  });
});
