import { describe, expect, it } from 'vitest';
import { AnswerHeads } from './answer-heads.js';

/** What the parser reads, however the bytes are cut. */
function read(bytes: string, chunkLength = bytes.length): string {
  const heads = new AnswerHeads();
  heads.begin();
  let passed = '';
  for (let at = 0; at < bytes.length; at += chunkLength) {
    passed += heads.take(Buffer.from(bytes.slice(at, at + chunkLength), 'latin1')).toString('latin1');
  }
  return passed + heads.release().toString('latin1');
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: caf\xe9\r\n\r\nok';
const joined = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX: y\r\n\r\nok';

describe.each([1_000, 7, 1])('the head of an answer in chunks of %d bytes', (length) => {
  it.each([
    ['a plain one', ok],
    ['one that is cut off', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 2, +2\r\n\r\nok'],
    ['a fold before the first header', 'HTTP/1.1 200 OK\r\n X: y\r\n\r\n'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['a stray line feed', 'HTTP/1.1 200 OK\r\nX: y\nContent-Length: 2, 2\r\n\r\nok'],
    ['a stray carriage return', 'HTTP/1.1 200 OK\r\nX: y\rContent-Length: 2, 2\r\n\r\nok'],
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 2, 2\r\n\r\nok'],
    ['no HTTP', '%&!\r\n\r\n'],
    ['an interim status in the content', `${ok}HTTP/1.1 100 Continue\r\n\r\n`],
  ])('%s passes as it came', (_, bytes) => expect(read(bytes, length)).toBe(bytes));

  it.each([
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 without a reason', 'HTTP/1.1 100\r\n\r\n'],
    ['100 twice', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['103, then 100', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nLink: </b>\r\n\r\nHTTP/1.1 100 x\r\n\r\n'],
    ['101, which was not asked for', 'HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'],
    ['one of HTTP/1.0, one that is not known', 'HTTP/1.0 100 x\r\n\r\nHTTP/1.1 199 x\r\n\r\n'],
  ])('the interim answer %s is left out', (_, interim) => expect(read(interim + ok, length)).toBe(ok));

  it.each([
    ['a list', 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nX: y\r\n\r\nok'],
    ['a list without blanks, in capitals', 'HTTP/1.1 200 OK\r\nX: y\r\nCONTENT-LENGTH:2,2,2\r\n\r\nok'],
    ['two headers', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\ncontent-length: 2\r\n\r\nok'],
    ['a folded list', 'HTTP/1.1 200 OK\r\nContent-Length: 2,\r\n 2\r\nX: y\r\n\r\nok'],
  ])('equal lengths as %s are one', (_, bytes) => {
    const sorted = (text: string) => text.split('\r\n').toSorted();
    expect(sorted(read(bytes, length))).toEqual(sorted(joined));
  });

  it('folded headers are unfolded', () => {
    const folded =
      'HTTP/1.1 200 OK\r\nX: a\r\n b \r\n\t c\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n';
    const plain = 'HTTP/1.1 200 OK\r\nX: a b c\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(read(folded, length)).toBe(plain);
  });
});

describe('what is held back of an answer', () => {
  it('has an end, however long its head is', () => {
    const heads = new AnswerHeads();
    let passed = 0;
    heads.begin();
    for (let n = 0; n < 100; n += 1)
      passed += heads.take(Buffer.from(n === 0 ? 'HTTP/1.1 200 OK\r\n' : 'x'.repeat(1_000))).length;
    expect(passed).toBeGreaterThan(90_000);
  });

  it('has an end, however many interim answers come', () => {
    const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10_000);
    expect(read(interim + ok)).toContain('HTTP/1.1 102');
  });

  it('begins anew with each request', () => {
    const heads = new AnswerHeads();
    heads.begin();
    expect(heads.hasHeardNothing()).toBe(true);
    heads.take(Buffer.from(ok, 'latin1'));
    expect(heads.hasHeardNothing()).toBe(false);
    heads.begin();
    expect(heads.hasHeardNothing()).toBe(true);
    expect(heads.take(Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'))).toHaveLength(0);
    expect(heads.hasHeardNothing()).toBe(false);
  });
});
