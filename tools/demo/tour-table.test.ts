import { describe, expect, it } from 'vitest';
import { createTourTable, type Screen } from './tour-table.js';

function createScreen(shape: Omit<Screen, 'write'>): Screen & { readonly written: string[] } {
  const written: string[] = [];
  return { ...shape, written, write: (text) => written.push(text) };
}

describe('the live table', () => {
  it('rewrites its lines in place on a terminal, cut to its width', () => {
    const screen = createScreen({ isTTY: true, columns: 24, rows: 40 });
    const table = createTourTable(screen, ['one', 'other']);
    table.update('other', 'expected', 'success, and more words than fit');
    expect(screen.written).toEqual([
      '  · one    \n  · other  \n',
      '\u001B[2A\r\u001B[2K  · one    \n\u001B[2K  ✔ other  success, and\n',
    ]);
  });

  it.each([{ isTTY: false }, { isTTY: true, columns: 80, rows: 2 }, {}])(
    'appends a plain line for each change on %j',
    (shape) => {
      const screen = createScreen(shape);
      createTourTable(screen, ['one', 'other']).update('one', 'unexpected', 'error, 200');
      expect(screen.written).toEqual([expect.stringMatching(/^ +\d+\.\d s {2}✖ one: error, 200\n$/)]);
    },
  );
});
