import { describe, expect, it } from 'vitest';
import type { AttemptState } from './attempt.js';
import { phaseOf } from './phase.js';

const due = { status: 'pending', submitDueAt: new Date() } as const;
const attempt = (state: AttemptState) => ({ state });

describe('the phase of a transaction', () => {
  it('is final with its status, whatever its attempts say', () => {
    for (const status of ['success', 'declined', 'error', 'expired'] as const)
      expect(phaseOf({ ...due, status }, [attempt('unknown')])).toBe('final');
  });

  it('is unready until its page is posted or its bank is chosen', () => {
    expect(phaseOf({ status: 'new', submitDueAt: undefined }, [])).toBe('unready');
    expect(phaseOf({ status: 'pending', submitDueAt: undefined }, [])).toBe('unready');
  });

  it.each([
    ['sending', 'unknown'],
    ['unknown', 'unknown'],
    ['accepted', 'waiting'],
    ['not_sent', 'due'],
    ['declined', 'due'],
  ] as const)('follows from the latest attempt: %s → %s', (state, phase) => {
    expect(phaseOf(due, [attempt('not_sent'), attempt(state)])).toBe(phase);
  });

  it('is due before the first attempt', () => {
    expect(phaseOf(due, [])).toBe('due');
  });
});
