import { describe, expect, it } from 'vitest';
import { readCallArguments, readListenArguments, readRouteArguments } from './command-arguments.js';

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
    [['GET', '/v2/payment', '--key'], /'--key <value>' argument missing/],
    [['GET', '/v2/payment', '--body', 'a'], /Unknown option '--body'/],
  ])('refuses %j', (words, sentence) => {
    expect(() => readCallArguments(words)).toThrow(sentence);
  });
});

describe('readRouteArguments', () => {
  it('needs a method, and asks as the demo project by default', () => {
    expect(readRouteArguments(['--method', 'pix'])).toEqual({
      keyId: 'mk_test_demo',
      method: 'pix',
      isHosted: false,
      amount: undefined,
      currency: undefined,
      meta: {},
    });
  });

  it('takes several entries of extra.meta, and reports a malformed one', () => {
    const words = ['--method', 'pix', '--meta', 'channel=app', '--meta', 'shop=a=b'];
    expect(readRouteArguments(words).meta).toEqual({ channel: 'app', shop: 'a=b' });
    expect(() => readRouteArguments(['--method', 'pix', '--meta', 'channel'])).toThrow('name=value');
  });

  it('takes the rest in any order', () => {
    const words = [
      '--amount',
      '20.50',
      '--page',
      '--key',
      'mk_test_fx',
      '--method',
      'card',
      '--currency',
      'EUR',
    ];
    expect(readRouteArguments(words)).toEqual({
      keyId: 'mk_test_fx',
      method: 'card',
      isHosted: true,
      amount: '20.50',
      currency: 'EUR',
      meta: {},
    });
  });

  it.each([
    [[], /method is needed/],
    [['--method', 'pix', '--amount', '-1'], /amount/],
    [['--method', 'pix', '--amount', 'ten'], /Not an amount: ten/],
    [['--method', 'pix', '--what'], /--what/],
  ])('refuses %j', (words, sentence) => {
    expect(() => readRouteArguments(words)).toThrow(sentence);
  });
});

describe('readListenArguments', () => {
  it('takes an address, or none', () => {
    expect(readListenArguments([])).toBeUndefined();
    expect(readListenArguments(['--forward', 'http://localhost:8080/hooks'])?.href).toBe(
      'http://localhost:8080/hooks',
    );
  });

  it.each([
    [['--forward', 'localhost:8080'], /Not an http address/],
    [['--forward', '/hooks'], /Not an http address/],
    [['--port', '8080'], /--port/],
  ])('refuses %j', (words, sentence) => {
    expect(() => readListenArguments(words)).toThrow(sentence);
  });
});
