/** Random bytes of the length of a key have many more different ones. */
const differentMin = 8;

/** Whether bytes are surely not random: few different ones, or each as far from the one before as the next is from it. */
export function isWeakKey(bytes: Uint8Array): boolean {
  if (new Set(bytes).size < differentMin) return true;
  const steps = Array.from(bytes.subarray(1), (byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256);
  return new Set(steps).size === 1;
}
