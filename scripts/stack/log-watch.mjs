import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

const pollMilliseconds = 250;
const chunkBytes = 64 * 1_024;
const warnLevel = 40;
const linesMax = 30;
const lineLengthMax = 220;
/** Fields that every line has, and those that are told anyway. */
const ownFields = new Set(['name', 'application', 'hostname', 'time', 'msg', 'error', 'err', 'stack']);
const notices = /(Experimental|Deprecation)Warning|^\s+at |--trace-/;

/**
 * Follows an app's log file and tells of its warnings and errors. The app writes the file itself, so nothing is lost
 * when this process ends.
 * @param {string} name
 * @param {string} file
 * @param {(line: string) => void} tell
 * @returns {{ stop: () => void }} stop reads what is left first
 */
export function watchLog(name, file, tell) {
  let position = statSync(file).size;
  let rest = '';
  let told = 0;

  const read = () => {
    // Whoever tidies up the data directory ends nobody by it.
    if (!existsSync(file)) return;
    const text = readFrom(file, position);
    position += text.length;
    const lines = (rest + text.toString('utf8')).split('\n');
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

/**
 * What a person should hear of a log line: the message of a warning or error, or a line that is no JSON but speaks of
 * an error; undefined for everything else.
 * @param {string} line
 * @returns {string | undefined}
 */
export function attentionOf(line) {
  const event = parse(line);
  if (event === undefined)
    return /error|fatal|warning/i.test(line) && !notices.test(line) ? line.trim() : undefined;
  if (typeof event.level !== 'number' || event.level < warnLevel) return undefined;
  const error = event.err ?? event.error;
  const reason = typeof error === 'string' ? error : error?.message;
  return [event.msg, reason, ...details(event)].filter(Boolean).join(': ');
}

/**
 * What else a line says in one word or a few: identifiers, mostly.
 * @param {Record<string, unknown>} event
 */
function details(event) {
  return Object.entries(event).flatMap(([name, value]) =>
    typeof value === 'string' && !ownFields.has(name) ? [`${name} ${value}`] : [],
  );
}

/**
 * @param {string} line
 * @returns {Record<string, any> | undefined}
 */
function parse(line) {
  try {
    const event = JSON.parse(line);
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Everything the file holds from a position on; whole lines may come in two readings, whole characters too.
 * @param {string} file
 * @param {number} position
 */
function readFrom(file, position) {
  const chunks = [];
  const descriptor = openSync(file, 'r');
  try {
    for (let at = position; ;) {
      const chunk = Buffer.alloc(chunkBytes);
      const bytes = readSync(descriptor, chunk, 0, chunkBytes, at);
      if (bytes === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, bytes));
      at += bytes;
    }
  } finally {
    closeSync(descriptor);
  }
}
