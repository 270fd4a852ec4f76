import { describe, expect, it } from 'vitest';
import { finalErrors } from '#domain/errors/final-errors';
import { finalStatuses } from '#domain/transaction/status';
import { isCancelled, outcomeOf } from './outcome-of.js';

describe('outcomeOf', () => {
  const { code, description } = finalErrors.paymentCancelled;

  it('tells a cancelled payment from a declined one by its error', () => {
    const cancelled = { status: 'declined', errorCode: code, errorDescription: description } as const;
    expect(outcomeOf(cancelled)).toBe('cancelled');
    expect(isCancelled({ ...cancelled, status: 'pending' })).toBe(false);
    expect(outcomeOf({ ...cancelled, errorDescription: 'another of code 121' })).toBe('declined');
    expect(outcomeOf({ ...cancelled, errorCode: finalErrors.declined.code })).toBe('declined');
  });

  it.each(finalStatuses)('is the status otherwise: %s', (status) => {
    expect(outcomeOf({ status, errorCode: 0, errorDescription: undefined })).toBe(status);
  });
});
