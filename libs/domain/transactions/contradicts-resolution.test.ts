import { describe, expect, it } from 'vitest';
import type { Evidence, ProviderOutcome } from '../provider-result.js';
import { contradictsResolution } from './contradicts-resolution.js';

const said = (...outcomes: ProviderOutcome[]): Evidence[] =>
  outcomes.map((outcome) => ({ providerReference: 'id-1-1', outcome }));

describe('an operator', () => {
  it('may decide either way when no provider has said a final word', () => {
    expect(contradictsResolution('success', said('open', 'open'))).toBeUndefined();
    expect(contradictsResolution('declined', said())).toBeUndefined();
  });

  it('may never decline a payment for which a provider says that it took money', () => {
    expect(contradictsResolution('declined', said('open', 'expired', 'success'))).toBe('success');
  });

  it('may call it a success only when nothing but success, or nothing at all, was said', () => {
    expect(contradictsResolution('success', said('success'))).toBeUndefined();
    expect(contradictsResolution('success', said('declined', 'success'))).toBeUndefined();
    for (const outcome of ['declined', 'error', 'expired', 'cancelled'] as const) {
      expect(contradictsResolution('success', said('open', outcome))).toBe(outcome);
    }
  });

  it('may decline what a provider has declined', () => {
    expect(contradictsResolution('declined', said('declined', 'cancelled'))).toBeUndefined();
  });
});
