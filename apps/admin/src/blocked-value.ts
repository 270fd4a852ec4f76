import { phoneValues } from '#countries/phone-values';
import type { BlockKind } from '#domain/risk/block';
import { plainValue } from '#domain/risk/risk-value';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';

/** What is kept of something that people block, as payments are held against it: hashed, a BIN as it is. */
export function blockedValue(keyedHashes: KeyedHashes, kind: BlockKind, text: string): string {
  const [phone = ''] = kind === 'phone' ? phoneValues(text, undefined) : [];
  return keyedHashes.blocked({ kind, value: kind === 'phone' ? phone : plainValue(kind, text) });
}
