import type { BankLine, StatementLine } from './line.js';

/** Gives each line of one statement its key; lines have to come in the order of the statement. */
export type KeyLine<Line> = (line: Omit<Line, 'lineKey'>, id?: string) => string;

/** SHA-256 of a text, base64url. */
export type HashText = (text: string) => string;

/**
 * Keys of a provider's lines (contract §16.2): the provider's own id of the line, or else a hash of account, dates, kind, amounts
 * and references with the place of the line among the equal ones of its day. So two equal real payments are two lines, and an
 * overlapping file adds none. Without ids a file must have whole days: in a part of a day the second of two equal lines would
 * pass for the first.
 */
export function keyLines(account: string, hash: HashText): KeyLine<StatementLine> {
  const occurrenceOf = countEqual(hash);
  return (line, id) => {
    if (id !== undefined) return id;
    const { kind, unknownKind, gross, fee, tax, net, currency, settledAmount, settledCurrency } = line;
    const amounts = [gross, fee, tax, net, currency, settledAmount, settledCurrency];
    const references = [line.reference, line.providerId, line.settlement];
    const dates = [line.bookedOn, line.valueOn];
    return occurrenceOf([account, ...dates, kind, unknownKind, ...amounts, ...references]);
  };
}

/**
 * Keys of the bank's lines (contract §16.2): account, the bank's reference, booking day, amount, direction and occurrence. Never
 * the statement's id, which banks reuse, and never the EndToEndId alone, which is the payer's.
 */
export function keyBankLines(account: string, hash: HashText): KeyLine<BankLine> {
  const occurrenceOf = countEqual(hash);
  return ({ bankReference, bookedOn, amount, currency, direction }) =>
    occurrenceOf([account, bankReference, bookedOn, amount, currency, direction]);
}

/** The days are among the parts: only lines of the same day are equal. */
function countEqual(hash: HashText): (parts: readonly (string | undefined)[]) => string {
  const seen = new Map<string, number>();
  return (parts) => {
    const equal = hash(JSON.stringify(parts)).slice(0, hashLength);
    const occurrence = (seen.get(equal) ?? 0) + 1;
    seen.set(equal, occurrence);
    return `#${equal}.${occurrence}`;
  };
}

/** 132 bits: different lines never collide in practice. */
const hashLength = 22;
