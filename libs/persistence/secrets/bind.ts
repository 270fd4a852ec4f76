/** Bytes that a ciphertext is bound to. Length-prefixed, so that no two lists of parts bind to the same ones. */
export function bind(...parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
