import type { Evidence, ProviderOutcome } from '../provider-result.js';

/**
 * Whether something a provider has said forbids an operator's decision: no payment is declined when a provider says
 * that it took money, whatever the amount, and none is a success when the only final word was another one.
 */
export function contradictsResolution(
  status: 'success' | 'declined',
  evidence: readonly Evidence[],
): ProviderOutcome | undefined {
  const outcomes = evidence.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'open');
  if (status === 'declined') return outcomes.find((outcome) => outcome === 'success');
  if (outcomes.includes('success')) return undefined;
  return outcomes[0];
}
