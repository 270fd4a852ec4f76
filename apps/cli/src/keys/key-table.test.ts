import { expect, it } from 'vitest';
import { keyTable } from './key-table.js';

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);

it('keys are lines that say since when, until when and by whom', () => {
  const stored = { project: 'shop', origin: 'stored', createdBy: 'ada', createdAt: at('08:00') } as const;
  const table = keyTable(
    [
      { id: 'mk_file', project: 'shop', purpose: 'request', origin: 'file' },
      { ...stored, id: 'mk_new', purpose: 'request', notBefore: at('08:00'), lastUsedAt: at('11:59') },
      {
        ...stored,
        id: 'mk_old',
        purpose: 'request',
        notBefore: at('07:00'),
        revokedAt: at('13:00'),
        revokedBy: 'ada',
      },
      { ...stored, id: 'ck_next', purpose: 'callback', notBefore: at('12:01') },
      {
        ...stored,
        id: 'ck_gone',
        purpose: 'callback',
        notBefore: at('07:00'),
        revokedAt: at('12:00'),
        revokedBy: 'bob',
      },
    ],
    at('12:00'),
  );
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['project', 'key', 'signs', 'state', 'created', 'last used'],
    ['shop', 'mk_file', 'requests', 'valid', 'configuration file', '–'],
    ['shop', 'mk_new', 'requests', 'valid', '2026-03-01 08:00Z by ada', '2026-03-01 11:59Z'],
    ['shop', 'mk_old', 'requests', 'valid until 2026-03-01 13:00Z', '2026-03-01 08:00Z by ada', '–'],
    ['shop', 'ck_next', 'callbacks', 'valid from 2026-03-01 12:01Z', '2026-03-01 08:00Z by ada', '–'],
    ['shop', 'ck_gone', 'callbacks', 'ended 2026-03-01 12:00Z by bob', '2026-03-01 08:00Z by ada', '–'],
  ]);
  expect(keyTable([], at('12:00'))).toBe('There are no keys.');
});
