/** A statement that is refused whole, and nothing of it imported; the message names the line and is free of its content. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';

  constructor(
    /** What is wrong, without the line. */
    readonly reason: string,
    /** Of the file, the first is 1; absent if it is about the whole file. */
    readonly line?: number,
  ) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
  }
}
