import { readExactInstant, type Instant } from '#domain/values/calendar';
import { isText } from '#domain/values/text';
import { parseDuration } from '#configuration/durations';
import type { Input } from './declare.js';
import { operatorName } from './operator.js';

/** A value that the command line must have. `parse` throws an error that goes on after the input's name: "must be …". */
export function required<Value>(
  placeholder: string,
  does: string,
  parse: (text: string) => Value,
): Input<Value> & { readonly placeholder: string } {
  return {
    placeholder,
    does,
    isRequired: true,
    read(texts) {
      const written = texts.at(-1)?.trim() ?? '';
      if (written === '') throw new Error(`is missing: ${does}.`);
      return parse(written);
    },
  };
}

/** The same input, undefined or `fallback` if it is left out. */
export function optional<Value>(input: Input<Value>): Input<Value | undefined>;
export function optional<Value>(input: Input<Value>, fallback: Value): Input<Value>;
export function optional<Value>(input: Input<Value>, fallback?: Value): Input<Value | undefined> {
  return {
    ...input,
    isRequired: false,
    read: (texts) => (texts.length === 0 ? fallback : input.read(texts)),
  };
}

/** The same input, as often as it is given; at least once if it is required. */
export function many<Value>(input: Input<Value>): Input<readonly Value[]> {
  return {
    ...input,
    isMany: true,
    read: (texts) =>
      texts.length === 0 && input.isRequired ? [input.read([])] : texts.map((one) => input.read([one])),
  };
}

export function text(placeholder: string, does: string) {
  return required(placeholder, does, (given) => given);
}

export function flag(does: string): Input<boolean> {
  return { does, read: (texts) => texts.length > 0 };
}

export function oneOf<const Choice extends string>(
  placeholder: string,
  does: string,
  choices: readonly Choice[],
): Input<Choice> {
  const parse = (given: string) => {
    const choice = choices.find((one) => one === given);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}.`);
    return choice;
  };
  return { ...required(placeholder, does, parse), choices };
}

export function instant(does: string): Input<Instant> {
  return required('INSTANT', does, (given) => {
    const read = readExactInstant(given);
    if (read === undefined) throw new Error('must be an instant such as 2026-01-31T12:00:00Z.');
    return read;
  });
}

/** Milliseconds. */
export function duration(does: string): Input<number> {
  return required('DURATION', does, (given) => {
    const milliseconds = parseDuration(given);
    if (milliseconds === undefined) throw new Error('must be a duration such as 30m, 24h or 7d.');
    return milliseconds;
  });
}

/** The person who acts, for the record: as given, else GATEWAY_OPERATOR, else the account of the system. */
export const operator: Input<string> = {
  placeholder: 'NAME',
  does: 'the person who acts, for the record; else GATEWAY_OPERATOR, or the user account',
  read(texts) {
    const given = texts.at(-1) ?? operatorName(process.env);
    if (given.trim() === '') throw new Error('must name the person who acts.');
    return oneLine(given);
  },
};

export const reason: Input<string> = required('TEXT', 'say why, for the record', oneLine);

const lineLengthMax = 255;

function oneLine(given: string): string {
  const line = given.trim();
  if (!isText(line, lineLengthMax) || /\p{Cc}/u.test(line))
    throw new Error(`must be one line of at most ${lineLengthMax} characters.`);
  return line;
}
