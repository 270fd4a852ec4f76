/**
 * The call was repeated for as long as the client is patient, and whether the transaction exists is still not known.
 * It may go on, and may yet succeed: await its callback, check its reference, or send the same content with the same
 * reference again. A new reference could move the money twice. `cause` is what the last try came to.
 */
export class OutcomeUnknown extends Error {
  readonly reference: string;
  readonly tries: number;

  constructor(reference: string, tries: number, cause: unknown) {
    super(`After ${tries} tries it is not known what became of ${reference}`, { cause });
    this.name = 'OutcomeUnknown';
    this.reference = reference;
    this.tries = tries;
  }
}
