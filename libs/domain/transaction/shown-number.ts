/** Minutes are counted from here; ten million of them are nineteen years. */
const firstMinute = Date.UTC(2024, 0) / 60_000;
const minutesMax = 10_000_000;
const tailMax = 100_000;

/**
 * A short number of a transaction that a customer can read out: `0152 8811 4207`. It follows from the identifier (UUID
 * version 7): seven digits are the minute of the request, so that those it can stand for are found by a range of identifiers,
 * and five are of its random end. Two transactions of one minute may share it: it is for people, on our pages alone, and in
 * no record or callback.
 */
export function shownNumber(identifier: string): string {
  const hex = identifier.replaceAll('-', '');
  const minute = Math.floor(Number.parseInt(hex.slice(0, 12), 16) / 60_000) - firstMinute;
  const tail = Number.parseInt(hex.slice(-10), 16) % tailMax;
  const inTurn = ((minute % minutesMax) + minutesMax) % minutesMax;
  const digits = `${String(inTurn).padStart(7, '0')}${String(tail).padStart(5, '0')}`;
  return digits.replaceAll(/\d{4}(?=\d)/g, '$& ');
}
