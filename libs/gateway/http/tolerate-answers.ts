import type { Socket } from 'node:net';
import { AnswerHeads } from './answer-heads.js';

/**
 * Lets the HTTP parser of this connection read its answers with plain heads (see `AnswerHeads`). For a connection that
 * carries one request at a time, each written whole before its answer is read, as undici does without pipelining. The
 * result describes the answer to the request that was written last.
 */
export function tolerateAnswers(socket: Socket): Pick<AnswerHeads, 'hasHeardNothing'> {
  const heads = new AnswerHeads();
  const push = socket.push.bind(socket);
  const write = socket.write.bind(socket) as (...written: readonly unknown[]) => boolean;
  socket.push = (chunk: Buffer | null) => {
    const readable = chunk === null ? heads.release() : heads.take(chunk);
    const wantsMore = readable.length === 0 || push(readable);
    return chunk === null ? push(null) : wantsMore;
  };
  socket.write = (...written: readonly unknown[]): boolean => {
    heads.begin();
    return write(...written);
  };
  return heads;
}
