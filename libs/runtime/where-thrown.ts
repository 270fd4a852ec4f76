const framesMax = 6;

/** Where an error was thrown, innermost first: places in code, without its message, which may quote data. */
export function whereThrown(thrown: unknown): readonly string[] {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return [];
  return thrown.stack
    .split('\n')
    .filter((line) => /^ {4}at \S/.test(line))
    .slice(0, framesMax)
    .map((line) => line.trim().replace(/^at /, ''));
}

/** An error's name, for the log: its message may quote data. */
export function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : 'unknown';
}
