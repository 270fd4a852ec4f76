import { createHash } from 'node:crypto';
import { StatementRefused } from '#domain/statements/statement-refused';

/** The bytes of a file, in pieces of any size. */
export type Bytes = AsyncIterable<Uint8Array>;

/** SHA-256 of a text, base64url: what keys of lines are made of. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The text of a file, piece by piece, without its byte order mark; `sha256` is that of all its bytes once it is read. */
export type StatementText = {
  readonly pieces: AsyncIterable<string>;
  /** Hexadecimal. */
  readonly sha256: () => string;
};

/** Throws a StatementRefused, while it is read, for bytes that are not of the encoding. */
export function textOf(bytes: Bytes, encoding: 'utf-8' | 'latin-1'): StatementText {
  const hash = createHash('sha256');
  // `latin1` of the web is Windows-1252, which has every printable character of ISO 8859-1.
  const decoder = new TextDecoder(encoding === 'latin-1' ? 'latin1' : 'utf-8', { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new StatementRefused(`the file is not ${encoding}`);
    }
  };
  return { pieces: decodePieces(bytes, hash, decode), sha256: () => hash.digest('hex') };
}

async function* decodePieces(
  bytes: Bytes,
  hash: { readonly update: (piece: Uint8Array) => unknown },
  decode: (piece?: Uint8Array) => string,
): AsyncGenerator<string> {
  for await (const piece of bytes) {
    hash.update(piece);
    yield decode(piece);
  }
  yield decode();
}

/** The text of an XML file, by the encoding that it names in its first line. */
export async function textOfXml(bytes: Bytes): Promise<StatementText> {
  const pieces = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < declarationMax) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const named = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start.toString('latin1'))?.[1];
  const encoding = named === undefined ? 'utf-8' : xmlEncodings.get(named.toLowerCase());
  if (encoding === undefined) {
    // What reads the file closes it.
    await pieces.return?.();
    throw new StatementRefused('the encoding of the file is not read', 1);
  }
  return textOf(continued(start, pieces), encoding);
}

/** The declaration of an XML file is shorter. */
const declarationMax = 256;
const xmlEncodings: ReadonlyMap<string, 'utf-8' | 'latin-1'> = new Map([
  ['utf-8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'latin-1'],
  ['iso-8859-15', 'latin-1'],
  ['windows-1252', 'latin-1'],
]);

async function* continued(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
