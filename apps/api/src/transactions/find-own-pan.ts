import type { FieldProblem } from '#domain/errors/gateway-error';
import { isJsonObject, JsonNumber, readPath, type JsonObject } from '#domain/json';
import type { Method } from '#domain/methods/method';
import { echoedNames } from '#domain/transaction/echoed';
import { customerFields } from '#domain/transaction/request';

const problem = 'must not contain the card number';

/** Whether a text contains the number of the card in the same body. */
export type HoldsPan = (text: string) => boolean;

/**
 * Searches texts for the number of the body's own card, ignoring spaces and hyphens (contract §5). An invalid number, for
 * example a mistyped one, is searched for as well. Without a card no text contains it.
 */
export function ownPanIn(body: JsonObject): HoldsPan {
  const pan = readPath(body, 'card.pan');
  const digits = typeof pan === 'string' ? compact(pan) : '';
  if (!/^\d{12,19}$/.test(digits)) return () => false;
  return (text) => compact(text).includes(digits);
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

/** Paths of everything we read of a body besides card, money and `extra.meta`. */
function ownTexts({ urls, extras = [] }: Method): string[] {
  const customer = customerFields.map((name) => `customer.${name}`);
  return ['reference', ...echoedNames, 'widget.locale', ...Object.keys(urls), ...extras, ...customer];
}

/** A JSON number is compared as it was written. */
function holds(value: unknown, holdsPan: HoldsPan): boolean {
  return holdsPan(value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : '');
}

function compact(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '');
}
