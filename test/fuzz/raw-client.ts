import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readAnswers, type WireAnswer } from './read-answers.js';
import type { Wire } from './wire.js';

export type Exchange = {
  readonly answers: readonly WireAnswer[];
  /** What was wrong with the answers as HTTP. */
  readonly trouble: string | undefined;
  readonly milliseconds: number;
};

/** A client that sends any bytes and keeps its connection as long as it can be used. */
export type RawClient = {
  send(pieces: readonly Buffer[], wire: Wire, isHead: boolean): Promise<Exchange>;
  close(): void;
};

/** How long an answer may take. */
const answerLimitMs = 45_000;
/** How long it waits for more answers than it must get. */
const furtherMs = 40;

export function createRawClient(apiUrl: string): RawClient {
  const { hostname, port } = new URL(apiUrl);
  let kept: Socket | undefined;
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true });
    // A reset ends with 'close'; bytes received before it count.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  return {
    async send(pieces, wire, isHead) {
      const startedAt = performance.now();
      const usable = wire.keepsConnection && kept !== undefined && !kept.destroyed && !kept.readableEnded;
      const socket = usable && kept ? kept : await open();
      const { answers, trouble, hasEnded } = await converse(socket, pieces, wire, isHead);
      const mayStay = wire.keepsConnection && !hasEnded && trouble === undefined;
      if (mayStay && answers.every(({ headers }) => headers.get('connection') !== 'close')) kept = socket;
      else socket.destroy();
      return { answers, trouble, milliseconds: performance.now() - startedAt };
    },
    close: () => kept?.destroy(),
  };
}

type Conversation = Pick<Exchange, 'answers' | 'trouble'> & { readonly hasEnded: boolean };

/** Writes, and reads until the answers that must come are there, the connection ends, or time is over. */
function converse(
  socket: Socket,
  pieces: readonly Buffer[],
  wire: Wire,
  isHead: boolean,
): Promise<Conversation> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;
    const conclude = (hasEnded: boolean, late = false) => {
      clearTimeout(limit);
      clearTimeout(quiet);
      socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
      resolve({ ...judge(received, wire, isHead, { hasEnded, late }), hasEnded });
    };
    const limit = setTimeout(() => conclude(false, true), answerLimitMs);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      clearTimeout(quiet);
      if (!hasEnough(received, wire, isHead)) return;
      if (wire.keepsConnection) conclude(false);
      else quiet = setTimeout(() => conclude(false), furtherMs);
    });
    socket.on('end', () => conclude(true));
    socket.on('close', () => conclude(true));
    for (const piece of pieces) socket.write(piece);
    if (wire.endsInput) socket.end();
  });
}

function hasEnough(received: Buffer, wire: Wire, isHead: boolean): boolean {
  try {
    const { answers, rest } = readAnswers(received, { isHead, hasEnded: false });
    return rest.length === 0 && answers.length >= (typeof wire.answers === 'number' ? wire.answers : 1);
  } catch {
    return true;
  }
}

function judge(
  received: Buffer,
  wire: Wire,
  isHead: boolean,
  { hasEnded, late }: { readonly hasEnded: boolean; readonly late: boolean },
): Pick<Exchange, 'answers' | 'trouble'> {
  try {
    const { answers, rest } = readAnswers(received, { isHead, hasEnded });
    if (late) return { answers, trouble: `no answer within ${answerLimitMs} ms` };
    if (rest.length > 0)
      return { answers, trouble: `not an answer: ${rest.toString('latin1').slice(0, 120)}` };
    return { answers, trouble: isAsMany(answers, wire) ? undefined : `${answers.length} answers` };
  } catch (error) {
    return { answers: [], trouble: error instanceof Error ? error.message : 'unreadable' };
  }
}

function isAsMany(given: readonly WireAnswer[], { answers }: Wire): boolean {
  if (answers === 'any') return true;
  // After an answer with `Connection: close`, later requests of the connection are not answered (RFC 9112 §9.6).
  if (answers === 'some' || given.at(-1)?.headers.get('connection') === 'close') return given.length >= 1;
  return given.length === answers;
}
