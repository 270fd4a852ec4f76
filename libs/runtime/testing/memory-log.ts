import { createLog, type Logger } from '../create-log.js';

type Line = Readonly<Record<string, unknown>>;

/** The log that processes write, kept line by line. */
export function memoryLog(): { readonly log: Logger; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const write = (text: string) => void lines.push(JSON.parse(text) as Line);
  return { log: createLog('test', 'debug', { write }), lines };
}
