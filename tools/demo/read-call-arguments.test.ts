import { describe, expect, it } from 'vitest';
import { readCallArguments } from './read-call-arguments.js';

describe('readCallArguments', () => {
  it('takes a method, a path and a body, and signs as the demo project by default', () => {
    expect(readCallArguments(['post', '/v2/payment', 'body.json'])).toEqual({
      method: 'POST',
      path: '/v2/payment',
      bodySource: 'body.json',
      keyId: 'mk_test_demo',
      host: undefined,
    });
  });

  it('takes options wherever they stand', () => {
    const read = readCallArguments([
      '--key',
      'mk_test_fx',
      'GET',
      '/v2/payment/a',
      '--host',
      'gw.example.com',
    ]);
    expect(read).toMatchObject({ keyId: 'mk_test_fx', host: 'gw.example.com', bodySource: undefined });
  });

  it.each([
    [['GET'], /method and a path/],
    [['GET', 'v2/payment'], /slash/],
    [['GET', '/v2/payment', 'a', 'b'], /Too many/],
    [['GET', '/v2/payment', '--key'], /needs a value/],
    [['GET', '/v2/payment', '--body', 'a'], /no option --body/],
  ])('refuses %j', (words, sentence) => {
    expect(() => readCallArguments(words)).toThrow(sentence);
  });
});
