import type { AmountLimits } from '#domain/configuration';
import type { WrittenLimits } from './written-configuration.js';

export function resolveLimits({ min, max }: WrittenLimits): AmountLimits {
  return { ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) };
}
