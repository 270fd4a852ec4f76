import { describe, expect, it } from 'vitest';
import { code, instant, scannedText, shownText, text, webUrl } from './json-body.js';

describe('an address that a provider sends customers to', () => {
  it.each([
    'https://bank.example/pay?a=1#b',
    'http://127.0.0.1:3002/pay/1',
    'HTTPS://Bank.example',
    'https://bänk.example/é',
  ])('is passed on as it is: %s', (url) => {
    expect(webUrl(url)).toBe(url);
  });

  it('has at most 2,048 characters', () => {
    const base = 'https://bank.example/';
    const longest = base + 'x'.repeat(2_048 - base.length);
    expect(webUrl(longest)).toBe(longest);
    expect(webUrl(`${longest}x`)).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://bank.example/',
    'intent://pay#Intent;scheme=https;end',
    'https://bank.example@elsewhere.example/',
    'https://user:secret@bank.example/',
    'https://:secret@bank.example/',
    'https:bank.example',
    '//bank.example/',
    '/pay/1',
    ' https://bank.example/',
    'https://bank.example/\nx',
    'java\nscript:alert(1)//https://bank.example',
    'https://',
    'https://bank.example:99999/',
    'https://bank.example/\u202e',
    '',
    7,
    null,
    undefined,
    ['https://bank.example/'],
  ])('is not a URL: %o', (written) => {
    expect(webUrl(written)).toBeUndefined();
  });
});

it.each([
  [text, 1_024],
  [shownText, 255],
  [scannedText, 4_296],
] as const)('%o has a bound', (read, max) => {
  expect(read('x'.repeat(max))).toHaveLength(max);
  expect(read('x'.repeat(max + 1))).toBeUndefined();
  expect(read('')).toBeUndefined();
});

it.each([
  ['fraudulent', 'fraudulent'],
  ['10.4-A:1_b', '10.4-A:1_b'],
  ['Ada Lovelace', undefined],
  ['', undefined],
  ['x'.repeat(65), undefined],
  [7, undefined],
  [null, undefined],
])('%j as a code is %j', (written, read) => {
  expect(code(written)).toBe(read);
});

it.each([
  ['2026-02-10T01:00:00+01:00', '2026-02-10T00:00:00.000Z'],
  ['2026-02-10', '2026-02-10T00:00:00.000Z'],
  ['soon', undefined],
  [null, undefined],
  [0, undefined],
])('%j as an instant is %j', (written, read) => {
  expect(instant(written)).toBe(read);
});
