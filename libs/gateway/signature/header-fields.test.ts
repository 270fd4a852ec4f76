import { describe, expect, it } from 'vitest';
import { headerFields, headerTitle, signedBytes, signingString, singleField } from './signed-text.js';

describe('the headers of a message', () => {
  it('are its values by lower-case name, in their order, without surrounding white space', () => {
    const fields = headerFields(['Date', ' \t today \t', 'X-Trace', 'a  b', 'DATE', 'again']);
    expect([...fields]).toEqual([
      ['date', ['today', 'again']],
      ['x-trace', ['a  b']],
    ]);
  });

  it('end with the last value: a name without one is ignored', () => {
    expect([...headerFields(['Host', 'gw.example.com', 'Date'])]).toEqual([['host', ['gw.example.com']]]);
    expect([...headerFields(['Date'])]).toEqual([]);
  });
});

describe('the only value of a header', () => {
  const fields = headerFields(['Host', 'gw.example.com', 'X-Trace', 'a', 'X-Trace', 'b']);

  it.each([
    ['host', 'gw.example.com'],
    ['x-trace', undefined],
    ['date', undefined],
  ])('%s: %s', (name, value) => {
    expect(singleField(fields, name)).toBe(value);
  });
});

describe('a header in a sentence', () => {
  it.each([
    ['authorization', 'Authorization'],
    ['x-trace', 'X-Trace'],
    ['webhook-id', 'webhook-id'],
    ['x-webhook-', 'X-Webhook-'],
  ])('%s is written as %s', (name, title) => {
    expect(headerTitle(name)).toBe(title);
  });
});

describe('the text that is signed', () => {
  it('cannot be built without a covered header', () => {
    const message = { method: 'GET', target: '/', fields: headerFields([]) };
    expect(() => signingString(['date'], message)).toThrow(
      'The covered header date is not part of the message',
    );
  });

  it('has one byte for each character that Node reads, and is UTF-8 otherwise', () => {
    expect(signedBytes('Caf\u00e9')).toEqual(Buffer.from([0x43, 0x61, 0x66, 0xe9]));
    expect(signedBytes('1 \u20ac')).toEqual(Buffer.from([0x31, 0x20, 0xe2, 0x82, 0xac]));
  });
});
