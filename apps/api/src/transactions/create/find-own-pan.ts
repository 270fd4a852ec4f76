import type { FieldProblem } from '#domain/errors/gateway-error';
import { digitsOf, withAsciiDigits } from '#domain/values/digits';
import { isJsonObject, JsonNumber, readPath, type JsonObject } from '#domain/values/json';
import type { Method } from '#domain/methods/method';
import { writeByValue } from '#domain/values/number-value';
import { echoedNames } from '#domain/transaction/echoed';
import { customerFields } from '#domain/transaction/request';

const problem = 'must not contain the card number';

/** Whether a text contains the number of the card in the same body. */
export type HoldsPan = (text: string) => boolean;

/**
 * Searches texts for the number of the body's own card (contract §5), in digits of any script and whatever signs, blanks or
 * invisible characters stand between them; a letter between them makes two numbers. An invalid number, for example a
 * mistyped one, is searched for as well. Without a card no text contains it.
 */
export function ownPanIn(body: JsonObject): HoldsPan {
  const pan = readPath(body, 'card.pan');
  const digits = digitsOf(pan instanceof JsonNumber ? pan.text : typeof pan === 'string' ? compact(pan) : '');
  if (!/^\d{12,19}$/.test(digits)) return () => false;
  return (text) => [text, percentDecoded(text)].some((written) => compact(written).includes(digits));
}

/** Every field of the method outside `card` that contains the number; never its value, nor a key that contains it. */
export function ownPanProblems(method: Method, body: JsonObject, holdsPan: HoldsPan): FieldProblem[] {
  const meta = readPath(body, 'extra.meta');
  const entries = isJsonObject(meta) ? Object.entries(meta) : [];
  return [
    ...ownTexts(method)
      .filter((path) => holds(readPath(body, path), holdsPan))
      .map((path) => ({ path, problem })),
    ...entries
      .filter(([name, value]) => !holdsPan(name) && holds(value, holdsPan))
      .map(([name]) => ({ path: `extra.meta.${name}`, problem })),
    ...(entries.some(([name]) => holdsPan(name)) ? [{ path: 'extra.meta', problem }] : []),
  ];
}

/** Paths of every field that is read from a body, except card, money and `extra.meta`. */
function ownTexts({ urls, extras = [] }: Method): string[] {
  const customer = customerFields.map((name) => `customer.${name}`);
  return ['reference', ...echoedNames, 'widget.locale', ...Object.keys(urls), ...extras, ...customer];
}

/** A JSON number is compared as it was written, and without its exponent. */
function holds(value: unknown, holdsPan: HoldsPan): boolean {
  if (value instanceof JsonNumber) return [value.text, writeByValue(value.text)].some(holdsPan);
  return typeof value === 'string' && holdsPan(value);
}

/** Letters and ASCII digits alone. A modifier letter is a sign here: `ー` is a stroke between digits. */
function compact(text: string): string {
  return withAsciiDigits(text.normalize('NFKC')).replaceAll(
    /\p{Default_Ignorable_Code_Point}|[^\p{Lu}\p{Ll}\p{Lt}\p{Lo}0-9]/gu,
    '',
  );
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return '';
    }
  });
}
