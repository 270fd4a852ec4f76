/**
 * A number between 0 and 1, both excluded, that depends on nothing but the text, the same in every process and version.
 * Spread evenly also over texts that differ in one character. Anybody can compute it: it decides shares, not secrets.
 */
export function stableFraction(text: string): number {
  let high = offset;
  let low = ~offset;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, fnvPrime);
    low = Math.imul(low ^ unit, otherPrime);
  }
  const upper = avalanche(high ^ (low >>> 16)) >>> 6;
  const lower = avalanche(low ^ Math.imul(high, otherPrime)) >>> 6;
  return (upper * 2 ** 26 + lower + 0.5) / 2 ** 52;
}

/** FNV-1a, 32 bits. */
const offset = 0x811c9dc5;
const fnvPrime = 0x01000193;
const otherPrime = 0x5bd1e995;

/** Every bit of the input changes about half of the bits that come out: the finalizer of MurmurHash3. */
function avalanche(bits: number): number {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
