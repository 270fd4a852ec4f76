import { readExactInstant } from '#domain/values/calendar';
import { blockScopes } from '#domain/risk/block';
import { isText } from '#domain/values/text';
import { parseDuration } from '#configuration/durations';
import type { Input } from '../command/declare.js';
import { oneOf, required, text } from '../command/inputs.js';

/** What can be blocked. A card is named by its number or its fingerprint. */
const blockedThings = ['identifier', 'email', 'phone', 'document', 'card', 'fingerprint', 'bin'] as const;
export type BlockedThing = (typeof blockedThings)[number];

export const thing = oneOf('KIND', 'what to block; the values come on standard input', blockedThings);

/** As written: an identifier may begin or end with a blank. */
export const value: Input<string | undefined> = {
  placeholder: 'VALUE',
  does: 'an identifier, fingerprint or BIN, instead of standard input',
  read: (texts) => texts.at(-1),
};

export const scope = oneOf('SCOPE', 'whose payments it stops', blockScopes);

export const names = text('NAME', 'the project or merchant of the scope, or the word all');

export const number = required('NUMBER', 'give the number of a block, as list shows it', (given) =>
  positive(given, 'must be the number of a block; list shows them.'),
);

export const limit = required('COUNT', 'how many blocks to show', (given) =>
  positive(given, 'must be a whole number.'),
);

export const expires: Input<Date> = required('WHEN', 'a duration such as 30d, or an instant', (given) => {
  const duration = parseDuration(given);
  const end = duration === undefined ? readExactInstant(given)?.at : new Date(Date.now() + duration);
  if (end === undefined)
    throw new Error('must be a duration such as 30d, or an instant such as 2027-01-31T00:00:00Z.');
  if (end.getTime() <= Date.now()) throw new Error('must be in the future.');
  return end;
});

const reasonLengthMax = 255;

/** The reason is kept forever and shown to all operators, so it must not identify anybody. */
export const blockReason = required('TEXT', 'say why, for the record', (given) => {
  if (!isText(given, reasonLengthMax))
    throw new Error(`must be text of at most ${reasonLengthMax} characters.`);
  if (/@|\+\d|\d{9}|\d{4}[ -]\d{4}[ -]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{3}/.test(given))
    throw new Error('must not contain an e-mail address or a long number: it is stored in clear text.');
  return given;
});

function positive(given: string, complaint: string): number {
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(complaint);
  return count;
}
