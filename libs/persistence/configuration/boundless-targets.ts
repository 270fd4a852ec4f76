import { isIPv4 } from 'node:net';
import type { CallbackTarget } from '#domain/configuration/configuration';

/** More addresses than any private network has: a company's own ranges stay below it, in one list or in many. */
const addressesMax = { 4: 2n ** 25n, 6: 2n ** 122n } as const;
/** IPv4 addresses as IPv6 writes them. */
const mapped = { start: 0xffff_0000_0000n, end: 0xffff_ffff_ffffn } as const;

/** Both ends are included. */
type Range = { readonly start: bigint; readonly end: bigint };

/**
 * Whether callbacks can go anywhere: to any host in clear text, by any host name into a private network, or to a range so
 * wide that it contains our own networks.
 */
export function isBoundless(targets: readonly CallbackTarget[]): boolean {
  if (targets.some(({ scheme, host }) => scheme === 'http' && host === '*')) return true;
  const named = targets.map(({ host, cidrs }) => ({
    host,
    ranges: cidrs.filter((cidr) => cidr !== 'public'),
  }));
  if (named.some(({ host, ranges }) => host === '*' && ranges.length > 0)) return true;
  const ranges = named.flatMap((target) => target.ranges.map(rangeOf));
  const asIpv4 = ranges.flatMap((range) => {
    const start = range.start > mapped.start ? range.start : mapped.start;
    const end = range.end < mapped.end ? range.end : mapped.end;
    return start <= end ? [{ start, end }] : [];
  });
  return countIn(asIpv4) > addressesMax[4] || countIn(ranges) > addressesMax[6];
}

/** The number of addresses in the union of the ranges. */
function countIn(ranges: readonly Range[]): bigint {
  let count = 0n;
  let next = 0n;
  for (const { start, end } of ranges.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const from = start > next ? start : next;
    if (end < from) continue;
    count += end - from + 1n;
    next = end + 1n;
  }
  return count;
}

/** Among IPv6 addresses; the shape of the file is checked before. */
function rangeOf(cidr: string): Range {
  const [address = '', prefix = ''] = cidr.split('/');
  const bits = BigInt(prefix) + (isIPv4(address) ? 96n : 0n);
  const size = 2n ** (128n - bits);
  const start = (numberOf(address) / size) * size;
  return { start, end: start + size - 1n };
}

function numberOf(address: string): bigint {
  const [head = [], tail] = (isIPv4(address) ? `::ffff:${address}` : address).split('::').map(groupsOf);
  const groups = [
    ...head,
    ...Array<string>(tail === undefined ? 0 : 8 - head.length - tail.length).fill('0'),
    ...(tail ?? []),
  ];
  return groups.reduce((sum, group) => sum * 0x1_0000n + BigInt(`0x${group}`), 0n);
}

/** Of 16 bits each, hexadecimal; the last two may be written as an IPv4 address. */
function groupsOf(part: string): readonly string[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!isIPv4(group)) return [group];
      const hex = group.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
      return [hex.slice(0, 2).join(''), hex.slice(2).join('')];
    });
}
