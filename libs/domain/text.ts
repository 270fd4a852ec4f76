const unstorable = /[\0\p{Surrogate}]/u;

/** A string that can be stored and echoed: at most `max` code points, no NUL, no lone surrogate. */
export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && lengthOf(value) <= max && !unstorable.test(value);
}

/** What a caller sent, repeated in the words of an error: in quotes, printable characters only, of bounded length. */
export function quote(text: string): string {
  const characters = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '?'));
  const shown = characters.slice(0, quotedMax).join('');
  return `"${shown}${characters.length > quotedMax ? '…' : ''}"`;
}

/** A reference can be this long (contract §5). */
const quotedMax = 128;

/** Length in code points: what a person calls characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}
