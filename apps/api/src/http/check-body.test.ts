import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { JsonNumber } from '#domain/values/json';
import { pruneBody, type ParsedBody } from './check-body.js';

const prune = (text: string) => pruneBody(parse(text) as ParsedBody);

describe('absent, null, "" and blank are all missing', () => {
  it('at every depth, but an empty object counts as sent', () => {
    expect(prune('{"a":null,"b":"","c":" \\t\\n ","d":{"e":null,"f":false},"g":{}}')).toEqual({
      d: { f: false },
      g: {},
    });
  });

  it('also invisible characters alone, and a field with an invisible name', () => {
    const blanks = ['\u200b', '\u2060\u3164', '\ufeff\u00ad', '\u{e0020}\u{e007f}', ' \u180e\u115f\ufe0f '];
    const body = Object.fromEntries(blanks.map((blank, index) => [`field${index}`, blank]));
    const meta = Object.fromEntries(blanks.map((blank) => [blank, 'x']));
    expect(prune(JSON.stringify({ ...body, ...meta, meta, list: blanks, a: '\u200ba' }))).toEqual({
      meta: {},
      list: [],
      a: '\u200ba',
    });
  });

  it('numbers keep their text', () => {
    expect(prune('{"amount":10.10,"list":[1e1,null]}')).toEqual({
      amount: new JsonNumber('10.10'),
      list: [new JsonNumber('1e1')],
    });
  });

  it('an object in the form of a parsed number stays an object', () => {
    const body = prune('{"amount":{"isLosslessNumber":true,"value":"10"}}');
    expect(body['amount']).not.toBeInstanceOf(JsonNumber);
  });

  it('strings are not trimmed', () => {
    expect(prune('{"reference":" a "}')).toEqual({ reference: ' a ' });
  });
});
