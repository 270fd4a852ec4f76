/**
 * No whole answer of the gateway came: the connection was refused, lost or too slow, or what came was not the gateway's.
 * What became of the request is not known. `cause` says what went wrong, with Node's own `code` where there is one.
 */
export class NoAnswer extends Error {
  /** Node's code of the fault, such as `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(call: string, cause: unknown) {
    super(`${call} got no answer: ${cause instanceof Error ? cause.message || cause.name : 'failed'}`, {
      cause,
    });
    this.name = 'NoAnswer';
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  }
}
