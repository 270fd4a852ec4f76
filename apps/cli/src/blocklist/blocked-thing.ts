import { phoneValues } from '#countries/phone-values';
import { isCardNumber } from '#domain/values/card';
import type { BlockKind } from '#domain/risk/block';
import { formerValue, plainValue, type RiskValue } from '#domain/risk/risk-value';
import { isText } from '#domain/values/text';
import { textForms } from '#configuration/text-forms';
import type { BlockedThing } from './block-inputs.js';

export function kindOf(thing: BlockedThing): BlockKind {
  return thing === 'fingerprint' ? 'card' : thing;
}

/** Whether it may be given on the command line, which other users of the machine and the shell's history can see. */
export function isPublic(thing: BlockedThing): boolean {
  return thing === 'identifier' || thing === 'fingerprint' || thing === 'bin';
}

/** What is wrong with a value to be blocked, without the value itself; undefined if nothing is. */
export function problemOf(thing: BlockedThing, text: string): string | undefined {
  if (thing === 'identifier') return isText(text, identifierLengthMax) ? undefined : 'is not an identifier';
  if (thing === 'card') {
    return isCardNumber(plainValue('card', text)) ? undefined : 'is not a card number';
  }
  const { holds, says } = forms[thing];
  return holds(text) ? undefined : says;
}

const identifierLengthMax = 255;
const forms = textForms({ methods: [], connectors: {} });

/** A value to be blocked, normalised as payments are compared with it; not hashed yet. */
export function blockedValue(kind: BlockKind, text: string): RiskValue {
  const [phone = ''] = kind === 'phone' ? phoneValues(text, undefined) : [];
  return { kind, value: kind === 'phone' ? phone : plainValue(kind, text) };
}

/** Every spelling under which it may have been blocked: the one of today first, then that of older blocks. */
export function blockedSpellings(kind: BlockKind, text: string): readonly RiskValue[] {
  const former = formerValue(kind, text);
  return [blockedValue(kind, text), ...(former === undefined ? [] : [{ kind, value: former }])];
}
