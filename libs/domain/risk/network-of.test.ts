import { expect, it } from 'vitest';
import { networkOf } from './network-of.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1::/64'],
  ['2001:DB8::1:0:0:0:5', '2001:db8:0:1::/64'],
  ['2001:0db8:0000:0001::', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b:0:2:0:0:192.0.2.33', '64:ff9b:0:2::/64'],
])('%s is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each(['', 'localhost', '1.2.3', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '::g'])(
  '%j is no address',
  (text) => {
    expect(networkOf(text)).toBeUndefined();
  },
);
