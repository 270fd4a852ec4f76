import { describe, expect, it } from 'vitest';
import { peerOf } from './open-connections.js';
import { readTrustedProxies } from './trusted-proxies.js';

describe('a peer', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, ''],
  ])('behind %s is %s', (address, peer) => {
    expect(peerOf(address)).toBe(peer);
  });
});

describe('trusted proxies', () => {
  it.each([
    ['none', '127.0.0.1', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['10.0.0.0/8, 192.0.2.1', '10.9.8.7', true],
    ['2001:db8::/32', '2001:db8::1', true],
    ['loopback', '127.0.0.1', true],
    ['loopback', '::1', true],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '', false],
  ])('of %j: %s is one: %s', (text, address, isOne) => {
    expect(readTrustedProxies(text)(address)).toBe(isOne);
  });
});
