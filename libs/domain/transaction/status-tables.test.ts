import { describe, expect, it } from 'vitest';
import { assertNoUnreachableStates, transactionTypes, transitions } from './status.js';

describe('a mistake in a table of statuses', () => {
  it.each(transactionTypes)('is named with its type: %s', (type) => {
    const broken = { start: ['new'], new: ['success'], success: [], pending: ['success'] } as const;
    expect(() => assertNoUnreachableStates({ ...transitions, [type]: broken })).toThrow(
      `${type}: status pending is unreachable`,
    );
  });

  it('is found behind several moves', () => {
    const payment = { start: ['new'], new: ['created'], created: ['success'] } as const;
    expect(() => assertNoUnreachableStates({ ...transitions, payment })).toThrow(
      'payment: status success has no row',
    );
  });
});
