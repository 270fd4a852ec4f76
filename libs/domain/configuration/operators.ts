/** Who may decide where money moves on a person's word. */
export type Operators =
  /** The sign-on in front of the Temporal UI proves who acts; the gateway accepts every plain name. */
  | 'proxy'
  /** Only these persons decide. */
  | readonly string[];

const nameForm = /^[A-Za-z0-9 ._@-]{1,100}$/;

/** A name that looks like no other one: of letters A-Z, digits, blanks and `. _ @ -`, with a letter or digit in it. */
export function isPlainName(name: string): boolean {
  return nameForm.test(name) && personOf(name) !== '';
}

/** The same for all ways of writing a plain name: without regard to case, blanks, dots, underscores and hyphens. */
export function personOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9@]/g, '');
}

/** Why this name may not decide, in a sentence that does not repeat it; undefined if it may. */
export function operatorProblem(name: string, operators: Operators | undefined): string | undefined {
  if (!isPlainName(name.trim()))
    return "An operator's name consists of letters A-Z, digits, blanks and . _ @ -, 100 at most.";
  if (operators === undefined || operators === 'proxy') return undefined;
  const isNamed = operators.some((one) => personOf(one) === personOf(name));
  return isNamed ? undefined : 'operations.operators does not name this operator.';
}
