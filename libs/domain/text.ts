const unstorable = /[\0\p{Surrogate}]/u;

/** A string that can be stored and echoed: at most `max` code points, no NUL, no lone surrogate. */
export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && lengthOf(value) <= max && !unstorable.test(value);
}

/** Length in code points: what a person calls characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
