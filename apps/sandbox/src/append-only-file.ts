import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of JSON lines that only grows. */
export type AppendOnlyFile<Line> = {
  /** The lines of the file when it was opened, oldest first. */
  readonly lines: readonly Line[];
  /** Returns after the line is on the disk. */
  append(line: Line): void;
  close(): void;
};

/**
 * Opens or creates the file. This program alone writes it, so its lines have the shape they were written with. A last line
 * torn by a crash was never confirmed, and is cut off.
 */
export function openAppendOnlyFile<Line>(path: string): AppendOnlyFile<Line> {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'a');
  const content = readFileSync(path);
  const wholeLines = content.subarray(0, content.lastIndexOf('\n') + 1);
  if (wholeLines.length < content.length) truncateSync(path, wholeLines.length);
  return {
    lines: wholeLines
      .toString('utf8')
      .split('\n')
      .filter(isFilled)
      .map((text): Line => JSON.parse(text)),
    append(line) {
      writeWhole(file, Buffer.from(`${JSON.stringify(line)}\n`));
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function isFilled(text: string): boolean {
  return text !== '';
}

function writeWhole(file: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
