import { phoneValues } from '#countries/phone-values';
import type { BlockKind } from '#domain/risk/block';
import { plainValue, type RiskValue } from '#domain/risk/risk-value';

/** Something that people block, spelt as payments are held against it: still to be hashed. */
export function blockedValue(kind: BlockKind, text: string): RiskValue {
  const [phone = ''] = kind === 'phone' ? phoneValues(text, undefined) : [];
  return { kind, value: kind === 'phone' ? phone : plainValue(kind, text) };
}
