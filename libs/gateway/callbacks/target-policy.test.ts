import { describe, expect, it } from 'vitest';
import type { CallbackTarget } from '#domain/configuration/configuration';
import { isAllowedTarget } from './target-policy.js';

const targets: readonly CallbackTarget[] = [
  { scheme: 'https', host: '*', ports: [443], cidrs: ['public'] },
  { scheme: 'https', host: 'orders.example.com', ports: [], cidrs: ['public'] },
  { scheme: 'http', host: '*.svc.cluster.local', ports: [8080], cidrs: ['10.20.0.0/16'] },
  { scheme: 'http', host: '127.0.0.1', ports: [], cidrs: ['127.0.0.0/8'] },
  { scheme: 'http', host: '[::1]', ports: [], cidrs: ['::1/128'] },
];

describe('isAllowedTarget', () => {
  it.each([
    'https://merchant.example.com/hooks?a=b',
    'HTTPS://Merchant.Example.com',
    'https://merchant.example.com:443/',
    'https://orders.example.com:8443/hooks',
    'https://1.1.1.1/hooks',
    'http://shop.svc.cluster.local:8080/hooks',
    'http://a.shop.svc.cluster.local:8080/',
    'http://127.0.0.1:3002/merchant/callbacks',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::1]:3002/',
  ])('allows %s', (url) => {
    expect(isAllowedTarget(url, targets)).toBe(true);
  });

  it.each([
    ['another scheme', 'ftp://merchant.example.com/'],
    ['a scheme without host', 'https://'],
    ['no scheme', 'merchant.example.com/hooks'],
    ['http where only https is allowed', 'http://merchant.example.com/'],
    ['a port outside the list', 'https://merchant.example.com:8443/'],
    ['the suffix itself', 'http://svc.cluster.local:8080/'],
    ['a suffix in the middle of a name', 'http://evilsvc.cluster.local:8080/'],
    ['a user', 'https://user@merchant.example.com/'],
    ['a password', 'https://:secret@merchant.example.com/'],
    ['a fragment', 'https://merchant.example.com/#a'],
    ['an empty fragment', 'https://merchant.example.com/#'],
    ['a backslash', 'https://merchant.example.com\\@127.0.0.1/'],
    ['a space', 'https://merchant.example.com/a b'],
    ['a space in front', ' https://merchant.example.com/'],
    ['a newline that the parser would drop', 'https://merchant.exa\nmple.com/'],
    ['a NUL', 'https://merchant.example.com/\u0000'],
    ['more than 2048 characters', `https://merchant.example.com/${'a'.repeat(2048)}`],
    ['a private address', 'https://10.0.0.1/'],
    ['loopback over https', 'https://127.0.0.1/'],
    ['a metadata address', 'https://169.254.169.254/latest'],
    ['a metadata address in hex', 'https://0xa9fea9fe/latest'],
    ['a metadata address in decimal', 'https://2852039166/latest'],
    ['an IPv4-mapped metadata address', 'https://[::ffff:169.254.169.254]/'],
    ['an IPv4-mapped loopback address', 'https://[::ffff:7f00:1]/'],
    ['a NAT64 address', 'https://[64:ff9b::7f00:1]/'],
    ['another loopback address', 'http://127.0.0.2/'],
    ['nothing', ''],
  ])('refuses %s', (_, url) => {
    expect(isAllowedTarget(url, targets)).toBe(false);
  });

  it('takes up to 2048 characters', () => {
    const start = 'https://merchant.example.com/';
    expect(isAllowedTarget(start + 'a'.repeat(2048 - start.length), targets)).toBe(true);
    expect(isAllowedTarget(start + 'a'.repeat(2049 - start.length), targets)).toBe(false);
  });

  it('refuses everything when there is no target', () => {
    expect(isAllowedTarget('https://merchant.example.com/', [])).toBe(false);
  });
});
