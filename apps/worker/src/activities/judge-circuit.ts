import type { CircuitSettings } from '#domain/configuration';
import type { CircuitProgress } from '#persistence/transactions/record-progress';
import type { Sent } from './weigh-result.js';

/**
 * What the end of a call says of the way to its MID. A call that found nobody counts against it, and one that nobody
 * answered in time: not what we kept back ourselves, nor an answer that was cut or unreadable.
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
    case 'unknown':
      return settings && result.cause === 'timeout' ? { kind: 'failed', ...settings } : undefined;
    case 'blocked':
      return undefined;
  }
}
