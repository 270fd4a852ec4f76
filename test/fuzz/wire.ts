import type { HeaderLines } from '../fakes/signed-request.js';

/** A request as it is known before it becomes bytes. */
export type Message = {
  readonly method: string;
  readonly target: string;
  readonly lines: HeaderLines;
  readonly body: Buffer;
};

/** How a message becomes bytes on a connection. */
export type Wire = {
  readonly name: string;
  /** The message arrives whole and as HTTP: what is answered does not depend on how it was sent. */
  readonly isSound: boolean;
  /** How many answers there must be; `some` is one or more, `any` none or more. */
  readonly answers: number | 'some' | 'any';
  /** The connection may be used again afterwards. */
  readonly keepsConnection: boolean;
  /** The input ends after the last byte, for a message that never becomes whole. */
  readonly endsInput: boolean;
  /** Written one after the other. */
  readonly render: (message: Message) => readonly Buffer[];
};

/** The way every ordinary client takes. */
export const plainWire: Wire = {
  name: 'plain',
  isSound: true,
  answers: 1,
  keepsConnection: true,
  endsInput: false,
  render: (message) => [plainBytes(message)],
};

/** Head and body with `Content-Length`. */
export function plainBytes(message: Message): Buffer {
  const { method, body } = message;
  const needsLength = body.length > 0 || method === 'POST' || method === 'PUT';
  return withLines(message, needsLength ? [['Content-Length', String(body.length)]] : []);
}

/** Head with further lines, and the body. */
export function withLines(message: Message, further: HeaderLines, version = 'HTTP/1.1'): Buffer {
  return Buffer.concat([headBytes(message, further, version), message.body]);
}

function headBytes({ method, target, lines }: Message, further: HeaderLines, version: string): Buffer {
  const text = [...lines, ...further].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${target} ${version}\r\n${text}\r\n`);
}
