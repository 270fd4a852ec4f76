import { BlockList, isIPv6 } from 'node:net';

/** Names of ranges, as Fastify's `trustProxy` knows them. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Which addresses `TRUSTED_PROXIES` names: addresses, ranges and names of ranges with commas between them, or `none`. */
export function readTrustedProxies(text: string): (address: string) => boolean {
  const list = new BlockList();
  const entries = text === 'none' ? [] : text.split(',').map((entry) => entry.trim());
  for (const entry of entries.flatMap((one) => named[one] ?? [one])) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
