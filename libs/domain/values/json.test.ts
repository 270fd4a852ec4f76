import { describe, expect, it } from 'vitest';
import { isJsonObject, JsonNumber, readPath } from './json.js';

describe('an object of a JSON body', () => {
  it.each([[{}], [{ amount: new JsonNumber('10.10') }]])('is %o', (value) => {
    expect(isJsonObject(value)).toBe(true);
  });

  it.each([[null], [undefined], [[]], ['text'], [true], [new JsonNumber('1')]])('is not %o', (value) => {
    expect(isJsonObject(value)).toBe(false);
  });
});

describe('the value at a wire path', () => {
  const number = new JsonNumber('1');
  const body = { reference: 'order-1', extra: { meta: { channel: 'app', level: number } }, list: ['app'] };

  it.each([
    ['reference', 'order-1'],
    ['extra.meta.channel', 'app'],
    ['extra.meta.level', number],
    ['extra.meta', body.extra.meta],
  ] as const)('%s is found', (path, value) => {
    expect(readPath(body, path)).toBe(value);
  });

  it.each([
    'currency',
    'extra.channel',
    'extra.meta.other',
    'extra.meta.channel.other',
    'reference.length',
    'extra.meta.level.text',
    'list.0',
    'list.length',
    'toString',
    'extra.constructor',
  ])('%s is missing', (path) => {
    expect(readPath(body, path)).toBeUndefined();
  });

  it('is missing in anything but an object', () => {
    for (const fields of [undefined, null, 'reference', ['reference']])
      expect(readPath(fields, 'reference')).toBeUndefined();
  });
});
