/** A statement that is refused whole: nothing of it is imported. The message names the line, and repeats none of its texts. */
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
