const decimalDigit = /\p{Nd}/u;

/** The value of a decimal digit of any script: digits come in runs of ten, from zero on. */
function digitValue(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  let steps = 0;
  while (decimalDigit.test(String.fromCodePoint(codePoint - steps - 1))) steps += 1;
  return steps % 10;
}

/** Decimal digits of every script as those of ASCII; everything else stays. */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

/** The digits of a text alone, in ASCII. */
export function digitsOf(text: string): string {
  return withAsciiDigits(text).replaceAll(/\D/g, '');
}
