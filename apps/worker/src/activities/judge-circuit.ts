import type { CircuitSettings } from '#domain/configuration';
import type { CircuitProgress } from '#persistence/transactions/record-progress';
import type { Sent } from './weigh-result.js';

/**
 * What the end of a call says of the way to its MID. Only a call that found nobody counts against it: not what we kept
 * back ourselves, nor an outcome that nobody knows.
 */
export function judgeCircuit(
  settings: CircuitSettings | undefined,
  result: Sent,
): CircuitProgress | undefined {
  switch (result.kind) {
    case 'accepted':
    case 'final':
      return { kind: 'reached' };
    case 'declined':
      // A connector that has no such bank declines without a call.
      return result.evidence.cause === 'bankNotSupported' ? undefined : { kind: 'reached' };
    case 'notSent':
      return settings && !('error' in result) ? { kind: 'failed', ...settings } : undefined;
    case 'blocked':
    case 'unknown':
      return undefined;
  }
}
