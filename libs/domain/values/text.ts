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

/**
 * Letters that show nothing, and white space: U+2800 is Braille without dots, U+1D159 a note without a head, U+FFF9 to
 * U+FFFB mark what is not there.
 */
const unseen = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]*$/u;

/** A text that counts as missing (contract §3): white space and invisible characters alone, or nothing. */
export function isBlank(text: string): boolean {
  return unseen.test(text);
}
