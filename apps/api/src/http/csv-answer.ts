import type { Readable } from 'node:stream';

/** Returned by a handler that answers with CSV: sent piece by piece, as fast as the caller reads. */
export class CsvAnswer {
  constructor(
    readonly fileName: string,
    readonly content: Readable,
  ) {}
}
