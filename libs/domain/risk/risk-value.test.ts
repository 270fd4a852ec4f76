import { expect, it } from 'vitest';
import type { BlockKind } from './block.js';
import { cardValues, formerValue, networkOf, plainValue } from './risk-value.js';

it.each<[BlockKind, string, string]>([
  ['identifier', 'Customer-1', 'customer-1'],
  ['identifier', ' blocked-global\u00a0', 'blocked-global'],
  ['identifier', '\uff22\uff4c\uff4f\uff43\uff4b\uff45\uff44', 'blocked'],
  ['identifier', 'bl\u200bock\u00ade\u2060d\ufeff\u200e', 'blocked'],
  ['identifier', 'a\t \u3000b', 'a b'],
  ['identifier', 'bl\ufe0focked\u{e0041}', 'blocked'],
  ['identifier', 'cl\u0069\u0065nte-\u00c1', 'cliente-\u00e1'],
  ['email', '\uff21da@example.com\u200b', 'ada@example.com'],
  ['email', ' Ada.Byron@Example.COM ', 'ada.byron@example.com'],
  ['email', 'jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['phone', '+34 600-000 000', '34600000000'],
  ['phone', '0034 (600) 000000', '34600000000'],
  ['document', '529.982.247-25', '52998224725'],
  ['document', '12.345.678-k', '12345678K'],
  ['address', '::ffff:203.0.113.7', '203.0.113.7'],
  ['card', '4242 4242 4242 4242', '4242424242424242'],
  ['bin', '424242', '424242'],
])('the %s %j is compared as %j', (kind, text, plain) => {
  expect(plainValue(kind, text)).toBe(plain);
});

it('a card is its number and its BINs of 6 to 8 digits', () => {
  expect(cardValues('4242424242424242')).toEqual([
    { kind: 'card', value: '4242424242424242' },
    { kind: 'bin', value: '424242' },
    { kind: 'bin', value: '4242424' },
    { kind: 'bin', value: '42424242' },
  ]);
});

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

it('the form that older blocks were hashed from is returned if it differs', () => {
  expect(formerValue('identifier', 'Customer-1 ')).toBe('Customer-1 ');
  expect(formerValue('email', ' \uff21da@example.com')).toBe('\uff41da@example.com');
  for (const plain of ['customer-1', 'ada@example.com'])
    expect([formerValue('identifier', plain), formerValue('email', plain)]).toEqual([undefined, undefined]);
  expect(formerValue('document', '529.982.247-25')).toBeUndefined();
});
