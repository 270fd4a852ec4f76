import { describe, expect, it } from 'vitest';
import { acceptedStatus, expiresAt, isAwaitingForm, phaseOf, stateOf, type PhaseSubject } from './state.js';
import { finalStatuses } from './status.js';
import { sampleAttempt, sampleTransaction } from './testing/samples.js';
import type { AttemptState } from './transaction.js';

const due = { status: 'pending', submitDueAt: new Date() } as const;
const attempt = (state: AttemptState) => ({ state });
const phaseAt = (transaction: PhaseSubject['transaction'], attempts: PhaseSubject['attempts']) =>
  phaseOf({ transaction, attempts });

describe('the phase of a transaction', () => {
  it('is final with its status, whatever its attempts say', () => {
    for (const status of ['success', 'declined', 'error', 'expired'] as const)
      expect(phaseAt({ ...due, status }, [attempt('unknown')])).toBe('final');
  });

  it('awaits input until its page is posted or its bank is chosen', () => {
    expect(phaseAt({ status: 'new', submitDueAt: undefined }, [])).toBe('awaitingInput');
    expect(phaseAt({ status: 'pending', submitDueAt: undefined }, [])).toBe('awaitingInput');
  });

  it.each([
    ['sending', 'unknown'],
    ['unknown', 'unknown'],
    ['accepted', 'waiting'],
    ['not_sent', 'due'],
    ['preparing', 'due'],
    ['declined', 'due'],
  ] as const)('follows from the latest attempt: %s → %s', (state, phase) => {
    expect(phaseAt(due, [attempt('not_sent'), attempt(state)])).toBe(phase);
  });

  it('is due before the first attempt', () => {
    expect(phaseAt(due, [])).toBe('due');
  });
});

it('gives the workflow what it waits for, until when, and what was tried', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const known = {
    transaction: sampleTransaction({ payableUntil: new Date(now.getTime() + 60_000) }),
    attempts: [sampleAttempt(1, 'not_sent'), sampleAttempt(2, 'accepted')],
  };
  expect(stateOf(known, now)).toEqual({
    phase: 'waiting',
    status: 'pending',
    provider: 'bank',
    until: '2026-01-01T00:01:00.000Z',
    leftMs: 60_000,
    attempts: [
      { n: 1, route: 'route-1', mid: 'main', provider: 'bank', state: 'not_sent' },
      { n: 2, route: 'route-2', mid: 'main', provider: 'bank', state: 'accepted' },
    ],
  });
});

const submitDueAt = new Date();
const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;

describe('expiresAt', () => {
  const payableUntil = new Date('2026-01-01T00:01:00Z');
  const at = (fields: Partial<Parameters<typeof expiresAt>[0]>) =>
    expiresAt({ type: 'payment', status: 'pending', submitDueAt, payableUntil, ...fields });

  it.each(['new', 'created', 'pending'] as const)('of a payment that is %s: its window', (status) => {
    expect(at({ status })).toBe(payableUntil);
    expect(at({ status, submitDueAt: undefined })).toBe(payableUntil);
  });

  it('of a payout: while its bank can be chosen', () => {
    expect(at({ type: 'payout', submitDueAt: undefined })).toBe(payableUntil);
    expect(at({ type: 'payout' })).toBeUndefined();
  });

  it.each(finalStatuses)('never once it is %s', (status) => {
    expect(at({ status })).toBeUndefined();
    expect(at({ status, submitDueAt: undefined })).toBeUndefined();
  });
});

describe('isAwaitingForm', () => {
  it.each(['new', 'pending', 'created'] as const)('while %s and not due: nothing was sent', (status) => {
    expect(isAwaitingForm({ type: 'payment', status, submitDueAt: undefined })).toBe(true);
    expect(isAwaitingForm({ type: 'payment', status, submitDueAt })).toBe(false);
  });

  it.each(finalStatuses)('never once it is %s', (status) => {
    expect(isAwaitingForm({ type: 'payment', status, submitDueAt: undefined })).toBe(false);
  });

  it('never of a payout, which has no form', () => {
    expect(isAwaitingForm({ type: 'payout', status: 'pending', submitDueAt: undefined })).toBe(false);
  });
});

describe('acceptedStatus', () => {
  it('is created with a challenge, pending without one', () => {
    for (const style of ['h2h', 'hpp'] as const) {
      expect(acceptedStatus({ style, openedAt: undefined, tries: 0 }, challenge)).toBe('created');
      expect(acceptedStatus({ style, openedAt: undefined, tries: 0 }, undefined)).toBe('pending');
    }
  });

  it('stays pending where the first challenge was our own form: created happens once', () => {
    const openedAt = new Date();
    expect(acceptedStatus({ style: 'h2h', openedAt, tries: 0 }, challenge)).toBe('pending');
    expect(acceptedStatus({ style: 'hpp', openedAt, tries: 0 }, challenge)).toBe('created');
  });

  it('stays pending where the card before had a challenge, and is created where it had none', () => {
    const payment = { style: 'hpp', openedAt: new Date(), tries: 1 } as const;
    expect(acceptedStatus({ ...payment, challengeType: 'redirect' }, challenge)).toBe('pending');
    expect(acceptedStatus(payment, challenge)).toBe('created');
  });
});
