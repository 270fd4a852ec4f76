/**
 * Makes the heads of answers plain for a strict parser (RFC 9110 15.2, RFC 9112 5.2 and 6.3): interim answers (1xx) are
 * left out, folded headers become one line, and equal lengths become one. Everything else passes as it came, so that
 * the parser refuses what it refused before.
 */
export class AnswerHeads {
  private collected: Buffer = empty;
  private interimBytes = 0;
  private isInHead = true;
  private isSilent = true;

  /** A request is written: what comes next is the head of its answer. */
  begin(): void {
    this.collected = empty;
    this.interimBytes = 0;
    this.isInHead = true;
    this.isSilent = true;
  }

  /** Whether not one byte has come since the request was written. */
  hasHeardNothing(): boolean {
    return this.isSilent;
  }

  /** The bytes for the parser from this chunk and what was held back before it; empty if there are none yet. */
  take(chunk: Buffer): Buffer {
    this.isSilent = false;
    if (!this.isInHead) return chunk;
    this.collected = this.collected.length === 0 ? chunk : Buffer.concat([this.collected, chunk]);
    while (this.collected.length > 0) {
      const end = this.collected.indexOf(endOfHead);
      if (end < 0) return this.isWorthWaiting() ? empty : this.release();
      const head = this.collected.subarray(0, end + endOfHead.length);
      if (!interimHead.test(head.toString('latin1', 0, statusLineMin))) return this.release(head);
      this.interimBytes += head.length;
      if (this.interimBytes > headBytesMax) return this.release();
      this.collected = this.collected.subarray(head.length);
    }
    return empty;
  }

  /** The bytes still held back, once no more will come. */
  release(head: Buffer = empty): Buffer {
    const rest = this.collected.subarray(head.length);
    this.collected = empty;
    this.isInHead = false;
    const plain = head.length === 0 ? head : makePlain(head);
    if (rest.length === 0) return plain;
    return plain.length === 0 ? rest : Buffer.concat([plain, rest]);
  }

  /** The parser immediately refuses a head that is too long or malformed. */
  private isWorthWaiting(): boolean {
    if (this.collected.length > headBytesMax || this.collected.includes('\n\n')) return false;
    const start = this.collected.toString('latin1', 0, version.length);
    return version.startsWith(start);
  }
}

/** As much as undici reads of a head. */
const headBytesMax = 16 * 1024;
const empty = Buffer.alloc(0);
const version = 'HTTP/1.';
const endOfHead = '\r\n\r\n';
const statusLineMin = 'HTTP/1.1 100 '.length;
const interimHead = /^HTTP\/1\.[01] 1\d\d[ \r]/;

/** Bytes are read as latin1 and written as such, so they stay what they are. */
function makePlain(head: Buffer): Buffer {
  const text = head.toString('latin1');
  if (strayLineEnd.test(text)) return head;
  const firstHeader = text.indexOf('\r\n') + 2;
  const statusLine = text.slice(0, firstHeader);
  const headers = text.slice(firstHeader);
  // A folded line needs a header before it.
  const unfolded = startsFolded.test(headers) ? headers : headers.replace(fold, ' ');
  const plain = joinLengths(unfolded);
  return plain === headers ? head : Buffer.from(statusLine + plain, 'latin1');
}

const strayLineEnd = /(?<!\r)\n|\r(?!\n)/;
const startsFolded = /^[ \t]/;
const fold = /[ \t]*\r\n[ \t]+/g;

/** Equal values, in one header or in several, are that value; any others stay for the parser to refuse. */
function joinLengths(headers: string): string {
  const found = [...headers.matchAll(lengthHeader)];
  const values = found.flatMap(([, list = '']) => list.split(',').map((value) => value.trim()));
  const [value = '', ...others] = values;
  if (others.length === 0 || !digits.test(value) || others.some((other) => other !== value)) return headers;
  return `content-length: ${value}\r\n${headers.replace(lengthHeader, '')}`;
}

const lengthHeader = /^content-length:([^\r\n]*)\r\n/gim;
const digits = /^\d+$/;
