import { describe, expect, it } from 'vitest';
import { translateBanks } from './translate-banks.js';

const banks = [
  { name: 'Access Bank', code: '044', country: 'NG' },
  { name: 'Zenith Bank', code: '057', country: 'NG' },
];
const answered = (status: number, body: unknown) => translateBanks({ kind: 'answered', status, body }, 'NG');

describe('the list of banks', () => {
  it('is what was sent, and may be empty', () => {
    expect(answered(200, banks)).toEqual({ kind: 'listed', banks });
    expect(answered(200, [])).toEqual({ kind: 'listed', banks: [] });
  });

  it.each([
    ['another country', 200, [{ ...banks[0], country: 'GH' }], 'unreadable'],
    ['no code', 200, [banks[0], { ...banks[1], code: ' ' }], 'unreadable'],
    ['a code too long to be sent back', 200, [{ ...banks[0], code: 'c'.repeat(256) }], 'unreadable'],
    ['no name', 200, [{ ...banks[0], name: '' }], 'unreadable'],
    ['no list', 200, { banks }, 'unreadable'],
    ['an error', 400, { error_code: 31, error_reason: 'Required fields are missing' }, 'unreadable'],
    ['out of reach', 503, banks, 'communication'],
  ])('%s is no answer', (_what, status, body, cause) => {
    expect(answered(status, body)).toMatchObject({ kind: 'noAnswer', cause });
  });

  it('a broken call is no answer', () => {
    const broken = { kind: 'broken', cause: 'timeout', detail: 'd' } as const;
    expect(translateBanks(broken, 'NG')).toEqual({ kind: 'noAnswer', cause: 'timeout', detail: 'd' });
  });
});
