import { compareAmounts } from '#domain/money';
import type { MistakeAt, Path } from './mistake.js';
import type { WrittenLimits } from './written-configuration.js';

export function checkLimits(at: Path, { min, max }: WrittenLimits): readonly MistakeAt[] {
  if (min === undefined || max === undefined) return [];
  if (compareAmounts(String(min), String(max)) <= 0) return [];
  return [{ at, message: 'min is larger than max' }];
}
