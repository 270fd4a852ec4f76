import { describe, expect, it } from 'vitest';
import { translateBanks } from './bank-list.js';
import type { Exchange } from './call-provider.js';
import { bankWords } from './sandbox/banks.js';
import { bankWords as upstreamWords } from './v2/connector.js';

const row = { bank: '058', label: 'Guaranty Trust Bank', country: 'NG' };
const answered = (status: number, body: unknown): Exchange => ({ kind: 'answered', status, body });
const listed = (...banks: readonly object[]) => ({ kind: 'listed', banks });
const noAnswer = (cause: string) => ({ kind: 'noAnswer', cause });

describe('the list of banks: all of it, or no answer', () => {
  it.each<readonly [string, Exchange, object]>([
    ['a bank', answered(200, { banks: [row] }), listed({ name: row.label, code: '058', country: 'NG' })],
    ['none', answered(200, { banks: [] }), listed()],
    [
      'a bank of another country',
      answered(200, { banks: [{ ...row, country: 'GH' }] }),
      noAnswer('unreadable'),
    ],
    ['a bank without code', answered(200, { banks: [row, { ...row, bank: ' ' }] }), noAnswer('unreadable')],
    ['a code that is a number', answered(200, { banks: [{ ...row, bank: 58 }] }), noAnswer('unreadable')],
    ['a bank without name', answered(200, { banks: [{ ...row, label: '' }] }), noAnswer('unreadable')],
    [
      'a code too long',
      answered(200, { banks: [{ ...row, bank: '1'.repeat(256) }] }),
      noAnswer('unreadable'),
    ],
    ['no list', answered(200, { banks: {} }), noAnswer('unreadable')],
    ['no JSON', answered(200, undefined), noAnswer('unreadable')],
    ['404', answered(404, { banks: [row] }), noAnswer('unreadable')],
    ['500', answered(500, { banks: [row] }), noAnswer('communication')],
    ['no answer', { kind: 'broken', cause: 'timeout', detail: 'd' }, noAnswer('timeout')],
    ['never sent', { kind: 'neverSent', detail: 'ECONNREFUSED' }, noAnswer('communication')],
  ])('%s', (_what, exchange, expected) => {
    expect(translateBanks(exchange, 'NG', bankWords)).toMatchObject(expected);
  });

  it('of an upstream gateway is what it sent (specification §2.9)', () => {
    const banks = [
      { name: 'Access Bank', code: '044', country: 'NG' },
      { name: 'Zenith Bank', code: '057', country: 'NG' },
    ];
    const read = (status: number, body: unknown) =>
      translateBanks(answered(status, body), 'NG', upstreamWords);
    expect(read(200, banks)).toEqual({ kind: 'listed', banks });
    expect(read(200, [])).toEqual({ kind: 'listed', banks: [] });
    expect(read(200, { banks })).toMatchObject(noAnswer('unreadable'));
    expect(read(400, { error_code: 31, error_reason: 'Required fields are missing' })).toMatchObject(
      noAnswer('unreadable'),
    );
  });
});
