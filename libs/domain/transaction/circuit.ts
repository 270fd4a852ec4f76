import type { CircuitSettings } from '../configuration/configuration.js';
import type { CircuitChange } from './change.js';
import type { Submitted } from './report.js';

/**
 * What a submit says of the way to its MID; undefined if nothing. A call that found nobody counts against it, and one
 * that nobody answered in time: not what we kept back ourselves, nor an answer that was cut or unreadable. `settings`
 * are those of the provider; without them its circuit never opens.
 */
export function circuitAfter(
  settings: CircuitSettings | undefined,
  result: Submitted,
): CircuitChange | undefined {
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
