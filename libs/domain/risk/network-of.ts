/**
 * The part of an address that stands for one connection: a whole IPv4 address, the first 64 bits of an IPv6 one, since
 * its holder may choose the others. Undefined for what is no address.
 */
export function networkOf(address: string): string | undefined {
  const text = address.trim().toLowerCase().replace(/%.*$/, '');
  const mapped = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1];
  if (mapped !== undefined) return mapped.split('.').map(Number).join('.');
  const groups = groupsOf(text);
  if (groups === undefined) return undefined;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros; the last two may be written as IPv4. */
function groupsOf(text: string): readonly string[] | undefined {
  const hexadecimal = text.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_all, ...bytes: string[]) =>
      [bytes.slice(0, 2), bytes.slice(2, 4)].map((pair) => pair.map(byteOf).join('')).join(':'),
  );
  const [head = '', tail, more] = hexadecimal.split('::');
  if (more !== undefined) return undefined;
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = 8 - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

function byteOf(decimal: string): string {
  return Number(decimal).toString(16).padStart(2, '0');
}
