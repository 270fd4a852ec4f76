import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from './address-policy.js';

const everything = ['public', '0.0.0.0/0', '::/0'];

describe('isAllowedAddress', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.0.0.192',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'febf::1',
    'ff02::1',
    'fd00:ec2::254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:c1::a9fe:a9fe',
    'fd00:42::42',
    'fd00:a9fe:a9fe::1',
    '2001:0:1234::1',
    '::ffff:0:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:0.0.0.0',
    '0:0:0:0:0:ffff:a9fe:a9fe',
  ])('always refuses %s, whatever the configuration says', (address) => {
    expect(isAllowedAddress(address, everything)).toBe(false);
  });

  it.each([
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    'fc00::1',
    'fd12::1',
    'fec0::1',
    '2001:1::1',
    '2001:db8::1',
    '5f00::1',
  ])('%s is not public', (address) => {
    expect(isAllowedAddress(address, ['public'])).toBe(false);
    expect(isAllowedAddress(address, everything)).toBe(true);
  });

  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => {
      expect(isAllowedAddress(address, ['public'])).toBe(true);
    },
  );

  it('opens loopback and private ranges only where the target says so', () => {
    expect(isAllowedAddress('127.0.0.1', ['127.0.0.0/8'])).toBe(true);
    expect(isAllowedAddress('::ffff:127.0.0.1', ['127.0.0.0/8'])).toBe(true);
    expect(isAllowedAddress('::1', ['127.0.0.0/8'])).toBe(false);
    expect(isAllowedAddress('::1', ['127.0.0.0/8', '::1/128'])).toBe(true);
    expect(isAllowedAddress('10.20.1.2', ['10.20.0.0/16'])).toBe(true);
    expect(isAllowedAddress('10.21.1.2', ['10.20.0.0/16'])).toBe(false);
    expect(isAllowedAddress('1.1.1.1', ['10.20.0.0/16'])).toBe(false);
    expect(isAllowedAddress('1.1.1.1', [])).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '[::1]',
    '::1%lo',
    'fe80::1%eth0',
  ])('refuses %j, which is no plain address', (text) => {
    expect(isAllowedAddress(text, everything)).toBe(false);
  });

  it.each(['10.0.0.0', '10.0.0.0/33', 'internal/8', '10.0.0.0/8/8', ''])('throws on the range %j', (cidr) => {
    expect(() => isAllowedAddress('1.1.1.1', [cidr])).toThrow('is not an address range');
  });
});
