/** A place in a list as an opaque text that the merchant sends back. */
export function writePlace(...parts: readonly string[]): string {
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** The groups of `pattern` in a cursor; undefined for any other text. */
export function readPlace(cursor: string, pattern: RegExp): readonly string[] | undefined {
  const [, ...parts] = pattern.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (parts.length === 0) return undefined;
  return writePlace(...parts) === cursor ? parts : undefined;
}

/** Whether a decimal number fits into this number of bits. */
export function fits(decimal: string, bits: bigint): boolean {
  return BigInt(decimal) < 2n ** bits;
}
