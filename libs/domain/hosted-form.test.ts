import { describe, expect, it } from 'vitest';
import { acceptedStatus, isUnposted } from './hosted-form.js';
import { finalStatuses } from './transaction.js';

const submitDueAt = new Date();
const challenge = { type: 'redirect', url: 'https://bank.example/' } as const;

describe('isUnposted', () => {
  it.each(['new', 'pending', 'created'] as const)('while %s and not due: nothing was sent', (status) => {
    expect(isUnposted({ type: 'payment', status, submitDueAt: undefined })).toBe(true);
    expect(isUnposted({ type: 'payment', status, submitDueAt })).toBe(false);
  });

  it.each(finalStatuses)('never once it is %s', (status) => {
    expect(isUnposted({ type: 'payment', status, submitDueAt: undefined })).toBe(false);
  });

  it('never of a payout, which has no form', () => {
    expect(isUnposted({ type: 'payout', status: 'pending', submitDueAt: undefined })).toBe(false);
  });
});

describe('acceptedStatus', () => {
  it('is created where there is a challenge, pending where there is none', () => {
    for (const style of ['h2h', 'hpp'] as const) {
      expect(acceptedStatus({ style, openedAt: undefined }, challenge)).toBe('created');
      expect(acceptedStatus({ style, openedAt: undefined }, undefined)).toBe('pending');
    }
  });

  it('stays pending where the first challenge was our own form: created happens once', () => {
    const openedAt = new Date();
    expect(acceptedStatus({ style: 'h2h', openedAt }, challenge)).toBe('pending');
    expect(acceptedStatus({ style: 'hpp', openedAt }, challenge)).toBe('created');
  });
});
