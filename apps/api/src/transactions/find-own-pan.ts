import type { FieldProblem } from '#domain/errors/gateway-error';
import { isJsonObject, JsonNumber, readPath, type JsonObject } from '#domain/json';
import type { Method } from '#domain/methods/method';
import { customerFields } from '#domain/transaction/request';

const problem = 'must not hold the card number';

/** Whether a text, as written, holds the number of the card that is sent with it. */
export type HoldsPan = (text: string) => boolean;

/**
 * Finds the number of the body's own card in texts, blanks and hyphens left out (contract §5). A number that no card
 * has, a mistyped one for example, is looked for as well; without a card nothing holds it.
 */
export function ownPanIn(body: JsonObject): HoldsPan {
  const pan = readPath(body, 'card.pan');
  const digits = typeof pan === 'string' ? compact(pan) : '';
  if (!/^\d{12,19}$/.test(digits)) return () => false;
  return (text) => compact(text).includes(digits);
}

/** Every field of the method outside `card` that holds the number; never its value, nor a key that holds it. */
export function ownPanProblems(row: Method, body: JsonObject, holdsPan: HoldsPan): FieldProblem[] {
  const meta = readPath(body, 'extra.meta');
  const entries = isJsonObject(meta) ? Object.entries(meta) : [];
  return [
    ...ownTexts(row)
      .filter((path) => holds(readPath(body, path), holdsPan))
      .map((path) => ({ path, problem })),
    ...entries
      .filter(([name, value]) => !holdsPan(name) && holds(value, holdsPan))
      .map(([name]) => ({ path: `extra.meta.${name}`, problem })),
    ...(entries.some(([name]) => holdsPan(name)) ? [{ path: 'extra.meta', problem }] : []),
  ];
}

/** Paths of all that is read of a body beside card, money and `extra.meta`. */
function ownTexts({ urls, extras = [] }: Method): string[] {
  const customer = customerFields.map((name) => `customer.${name}`);
  return ['reference', 'description', 'widget.locale', ...Object.keys(urls), ...extras, ...customer];
}

/** A number is text that is written without quotes. */
function holds(value: unknown, holdsPan: HoldsPan): boolean {
  return holdsPan(value instanceof JsonNumber ? value.text : typeof value === 'string' ? value : '');
}

function compact(text: string): string {
  return text.replaceAll(/[\s\p{Pd}]/gu, '');
}
