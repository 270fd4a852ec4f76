import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

const pollMilliseconds = 250;
const warnLevel = 40;
const linesMax = 30;
const lineLengthMax = 220;
/** Fields that every line has, and fields that are printed in any case. */
const ownFields = new Set(['name', 'application', 'hostname', 'time', 'msg', 'error', 'err', 'stack']);
const notices = /(Experimental|Deprecation)Warning|^\s+at |--trace-/;

/**
 * Follows an app's log file and passes on its warnings and errors. The app writes the file itself, so nothing is lost
 * when this process ends. `stop` reads what is left first.
 */
export function watchLog(name: string, file: string, tell: (line: string) => void): { stop(): void } {
  let position = statSync(file).size;
  let rest = '';
  let told = 0;

  const read = () => {
    // The file may be deleted while its app still runs.
    if (!existsSync(file)) return;
    const bytes = readFrom(file, position);
    position += bytes.length;
    const lines = (rest + bytes.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = attentionOf(line);
      if (message === undefined || told > linesMax) continue;
      told += 1;
      tell(
        told > linesMax ? `${name}: more of these in ${file}` : `${name}: ${message}`.slice(0, lineLengthMax),
      );
    }
  };

  const timer = setInterval(read, pollMilliseconds).unref();
  return {
    stop() {
      clearInterval(timer);
      read();
    },
  };
}

/** What a person should hear of the lines of a log or of a program's output. */
export function attentionOfAll(text: string): string[] {
  return text
    .split('\n')
    .map(attentionOf)
    .filter((line) => line !== undefined);
}

type Event = {
  readonly level?: unknown;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
  readonly error?: string | { readonly message?: string };
};

/**
 * The message of a warning or error, or a line that is no JSON but speaks of an error; undefined for everything else.
 */
function attentionOf(line: string): string | undefined {
  const event = parse(line);
  if (event === undefined)
    return /error|fatal|warning/i.test(line) && !notices.test(line) ? line.trim() : undefined;
  if (typeof event.level !== 'number' || event.level < warnLevel) return undefined;
  const error = event.err ?? event.error;
  const reason = typeof error === 'string' ? error : error?.message;
  return [event.msg, reason, ...details(event)].filter(Boolean).join(': ');
}

/** What else a line says in one word or a few: identifiers, mostly. */
function details(event: Event): string[] {
  return Object.entries(event).flatMap(([name, value]) =>
    typeof value === 'string' && !ownFields.has(name) ? [`${name} ${value}`] : [],
  );
}

function parse(line: string): Event | undefined {
  try {
    const event: unknown = JSON.parse(line);
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}

/** What the file holds from a position on. */
function readFrom(file: string, position: number): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(file).size - position));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, position));
  } finally {
    closeSync(descriptor);
  }
}
