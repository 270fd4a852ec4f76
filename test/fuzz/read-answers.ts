/** One answer of a server as it came over the connection. */
export type WireAnswer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Head and body, to be searched. */
  readonly raw: string;
};

export type ReadAnswers = {
  readonly answers: readonly WireAnswer[];
  /** Bytes that are not a whole answer. */
  readonly rest: Buffer;
};

/**
 * Reads whole answers off the front, interim ones (1xx) left out. `isHead` says that answers have no body; `hasEnded`
 * that no more bytes will come, so that an answer without length is whole. Throws when the bytes are no answer.
 */
export function readAnswers(
  bytes: Buffer,
  { isHead, hasEnded }: { readonly isHead: boolean; readonly hasEnded: boolean },
): ReadAnswers {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const one = readOne(rest, isHead, hasEnded);
    if (one === undefined) break;
    rest = rest.subarray(one.length);
    if (one.answer.status >= 200) answers.push(one.answer);
  }
  return { answers, rest };
}

type One = { readonly answer: WireAnswer; readonly length: number };

function readOne(bytes: Buffer, isHead: boolean, hasEnded: boolean): One | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const [first = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!(status >= 100)) throw new Error(`no status line: ${first.slice(0, 80)}`);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const start = headEnd + 4;
  const content = readContent(bytes.subarray(start), headers, {
    isEmpty: isHead || status < 200 || status === 204 || status === 304,
    hasEnded,
  });
  if (content === undefined) return undefined;
  const body = content.body.toString('utf8');
  return { answer: { status, headers, body, raw: `${head}\n\n${body}` }, length: start + content.length };
}

function readContent(
  bytes: Buffer,
  headers: ReadonlyMap<string, string>,
  { isEmpty, hasEnded }: { readonly isEmpty: boolean; readonly hasEnded: boolean },
): { readonly body: Buffer; readonly length: number } | undefined {
  if (isEmpty) return { body: Buffer.alloc(0), length: 0 };
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const given = headers.get('content-length');
  if (given === undefined) return hasEnded ? { body: bytes, length: bytes.length } : undefined;
  const length = Number(given);
  return bytes.length < length ? undefined : { body: bytes.subarray(0, length), length };
}

function readChunks(bytes: Buffer): { readonly body: Buffer; readonly length: number } | undefined {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (Number.isNaN(size) || next > bytes.length) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), length: next };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}
