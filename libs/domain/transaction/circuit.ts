import type { CircuitSettings } from '../configuration/configuration.js';
import type { CircuitChange } from './change.js';
import type { Submitted } from './report.js';

/**
 * What a submit shows about the connection to its MID; undefined if it shows nothing. A refused connection and a timeout
 * count against the MID; an attempt that was not sent, or an answer that was cut or unreadable, does not. Without `settings`
 * of the provider its circuit never opens.
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
      // A connector declines an unknown bank without a call.
      return result.report.cause === 'bankNotSupported' ? undefined : { kind: 'reached' };
    case 'notSent':
      return settings && !('error' in result) ? { kind: 'failed', ...settings } : undefined;
    case 'unknown':
      return settings && result.cause === 'timeout' ? { kind: 'failed', ...settings } : undefined;
    // Stryker disable next-line ConditionalExpression,StringLiteral: the result is undefined without this case as well
    case 'blocked':
      return undefined;
  }
}
