import { BlockList, SocketAddress, isIP } from 'node:net';

/**
 * Whether a callback may be sent to this IP address: it must be inside one of `cidrs` (`public`: every public address) and
 * outside the ranges that no configuration can open (contract §8). False for text that is not an address.
 */
export function isAllowedAddress(address: string, cidrs: readonly string[]): boolean {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return false;
  if (alwaysDenied.check(canonical)) return false;
  return cidrs.some((cidr) => (cidr === 'public' ? isPublic(canonical) : blockList([cidr]).check(canonical)));
}

/** Turns an IPv4-mapped IPv6 address into IPv4. Undefined for an address with a zone, which names an interface. */
function canonicalAddress(address: string): SocketAddress | undefined {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return undefined;
  if (version === 4) return new SocketAddress({ address, family: 'ipv4' });
  const written = new SocketAddress({ address, family: 'ipv6' });
  const [, mapped] = mappedForm.exec(written.address) ?? [];
  return mapped === undefined ? written : new SocketAddress({ address: mapped, family: 'ipv4' });
}

function isPublic(address: SocketAddress): boolean {
  if (notPublic.check(address)) return false;
  return address.family === 'ipv4' || globalUnicast.check(address);
}

function blockList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [, address = '', prefix] = cidrForm.exec(cidr) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) {
      throw new Error(`${cidr} is not an address range`);
    }
    list.addSubnet(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const cidrForm = /^([0-9a-fA-F.:]+)\/(\d{1,3})$/;
const mappedForm = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const alwaysDenied = blockList([
  '0.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata service of most clouds
  // Metadata and other services of clouds for their own machines, outside of the link-local range.
  '100.100.100.200/32', // Alibaba Cloud
  '168.63.129.16/32', // Azure, inside the public range
  '192.0.0.192/32', // Oracle Cloud
  '224.0.0.0/4',
  '240.0.0.0/4', // with the broadcast address
  '::/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32', // AWS: metadata, name service, time, identity of pods
  'fd20:ce::/32', // Google Cloud
  'fd00:c1::/32', // Oracle Cloud
  'fd00:42::/32', // Scaleway
  'fd00:a9fe:a9fe::/48', // Akamai
  '64:ff9b::/96', // NAT64, 6to4, Teredo and IPv4-translated lead to the IPv4 address inside
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '::ffff:0:0:0/96',
]);

// IANA's special-purpose registries, on top of the ranges above.
const notPublic = blockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
]);
const globalUnicast = blockList(['2000::/3']);
