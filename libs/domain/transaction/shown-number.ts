/** Minutes are counted from here; ten million of them are nineteen years. */
const firstMinute = Date.UTC(2024, 0) / 60_000;
const minutesMax = 10_000_000;
const tailMax = 100_000;

/**
 * A short number of a transaction that a customer can read out: `0152 8811 4207`. It follows from the identifier (UUID
 * version 7): seven digits count the minute of the request, so that a range of identifiers finds its transactions, and five
 * come from the random end. Two transactions of one minute may share it: it is for people, on our pages alone, and in no record
 * or callback.
 */
export function shownNumber(identifier: string): string {
  const hex = identifier.replaceAll('-', '');
  const minute = Math.floor(Number.parseInt(hex.slice(0, 12), 16) / 60_000) - firstMinute;
  const tail = Number.parseInt(hex.slice(-10), 16) % tailMax;
  const inTurn = ((minute % minutesMax) + minutesMax) % minutesMax;
  const digits = `${String(inTurn).padStart(7, '0')}${String(tail).padStart(5, '0')}`;
  return digits.replaceAll(/\d{4}(?=\d)/g, '$& ');
}

/** The transactions that a number can stand for: identifiers from `from` on, before `before`, whose last digits have `tail`. */
export type NumberedRange = { readonly from: string; readonly before: string; readonly tail: number };

const typed = /^(\d{4})[ -]?(\d{3})(\d)[ -]?(\d{4})$/;

/** A number that a customer has read out, with or without blanks or hyphens; undefined for any other text. */
export function readShownNumber(words: string): NumberedRange | undefined {
  const [, first = '', second = '', tailBegin = '', tailEnd = ''] = typed.exec(words) ?? [];
  if (first === '') return undefined;
  const minute = Number(first + second) + firstMinute;
  return {
    from: firstIdentifier(minute * 60_000),
    before: firstIdentifier((minute + 1) * 60_000),
    tail: Number(tailBegin + tailEnd),
  };
}

/** The least identifier (UUID version 7) of an instant, in milliseconds since 1970. */
export function firstIdentifier(at: number): string {
  const hex = `${at.toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
