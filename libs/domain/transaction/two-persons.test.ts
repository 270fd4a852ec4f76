import { describe, expect, it } from 'vitest';
import { consentTo } from './decide-end.js';

/** Goal: money moves on the word of two persons, and never on that of one who says it twice. */
describe('where two persons are needed', () => {
  const eve = { operator: 'eve', decision: 'declined' };

  it('the first word is a proposal', () => {
    expect(consentTo(undefined, eve)).toBe('proposed');
  });

  it('the same word of another person confirms it', () => {
    expect(consentTo(eve, { operator: 'bob', decision: 'declined' })).toBe('confirmed');
  });

  it.each(['eve', 'Eve', ' EVE ', 'e ve', 'ｅｖｅ', 'eve\u00a0'])(
    'the same person as %j confirms nothing',
    (operator) => {
      expect(consentTo(eve, { operator, decision: 'declined' })).toBe('awaited');
    },
  );

  it('another word replaces the proposal, whoever says it', () => {
    expect(consentTo(eve, { operator: 'bob', decision: 'success' })).toBe('proposed');
    expect(consentTo(eve, { operator: 'eve', decision: 'success' })).toBe('proposed');
  });
});
