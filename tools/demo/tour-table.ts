/** Where lines are written: standard output, or a stand-in for it. */
export type Screen = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
};

type Mark = 'waiting' | 'running' | 'expected' | 'unexpected';

export type TourTable = {
  /** Says where the line with this title stands. */
  update(title: string, mark: Mark, words: string): void;
};

const marks: Readonly<Record<Mark, string>> = { waiting: '·', running: '…', expected: '✔', unexpected: '✖' };

/**
 * What happens, as it happens: on a terminal one line for each title, rewritten in place; elsewhere, and where the
 * lines do not fit, a line is appended for each change, with the seconds since the start.
 */
export function createTourTable(screen: Screen, titles: readonly string[]): TourTable {
  const fits = screen.isTTY === true && (screen.rows ?? 0) > titles.length + 1;
  return fits ? rewrittenTable(screen, titles) : appendedTable(screen);
}

function rewrittenTable(screen: Screen, titles: readonly string[]): TourTable {
  const width = (screen.columns ?? 80) - 1;
  const titleWidth = Math.max(...titles.map((title) => title.length));
  const lineOf = (title: string, mark: Mark, words: string) =>
    `  ${marks[mark]} ${title.padEnd(titleWidth)}  ${words}`.slice(0, width);
  const lines = new Map(titles.map((title) => [title, lineOf(title, 'waiting', '')]));
  screen.write(`${[...lines.values()].join('\n')}\n`);
  return {
    update(title, mark, words) {
      lines.set(title, lineOf(title, mark, words));
      const rewritten = [...lines.values()].map((line) => `${clearLine}${line}\n`).join('');
      screen.write(`${cursorUp(lines.size)}${rewritten}`);
    },
  };
}

function appendedTable(screen: Screen): TourTable {
  const started = performance.now();
  return {
    update(title, mark, words) {
      const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(5);
      screen.write(`${seconds} s  ${marks[mark]} ${title}: ${words}\n`);
    },
  };
}

const clearLine = '\u001B[2K';

function cursorUp(lines: number): string {
  return `\u001B[${lines}A\r`;
}
