import { isCardNumber } from '#domain/card';
import type { BlockKind } from '#domain/risk/block';
import { plainValue } from '#domain/risk/risk-value';
import { isText } from '#domain/text';
import { textForms } from '#configuration/text-forms';

/** What people may name to block it. A card is its number or its fingerprint. */
export const blockedThings = [
  'identifier',
  'email',
  'phone',
  'document',
  'card',
  'fingerprint',
  'bin',
] as const;
export type BlockedThing = (typeof blockedThings)[number];

export function kindOf(thing: BlockedThing): BlockKind {
  return thing === 'fingerprint' ? 'card' : thing;
}

/** Whether this may stand on a command line, which everybody on the machine and the shell's history may read. */
export function isPublic(thing: BlockedThing): boolean {
  return thing === 'identifier' || thing === 'fingerprint' || thing === 'bin';
}

/** What is wrong with a text that names such a thing; never holds the text. Undefined: nothing. */
export function problemOf(thing: BlockedThing, text: string): string | undefined {
  if (thing === 'identifier') return isText(text, identifierLengthMax) ? undefined : 'is no identifier';
  if (thing === 'card') {
    return isCardNumber(plainValue('card', text)) ? undefined : 'is no card number';
  }
  const { holds, says } = forms[thing];
  return holds(text) ? undefined : says;
}

const identifierLengthMax = 255;
const forms = textForms({ methods: [], connectors: [] });
