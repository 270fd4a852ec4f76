import type { FieldProblem } from '#domain/errors/gateway-error';
import { isJsonObject, type JsonObject } from '#domain/values/json';

/**
 * Fields of a pruned body whose names are nearly those of missing ones, such as `refrence` or `firstName`: unknown fields are
 * ignored, so "reference: is required" alone would puzzle the reader. Other names are not repeated: they may hold anything.
 */
export function mistypedFields(body: JsonObject, missing: readonly string[]): FieldProblem[] {
  const found = missing
    .flatMap((path) => path.split(' or '))
    .flatMap((path) => mistyped(body, path.split('.'), ''));
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

function mistyped(object: JsonObject, [name, ...rest]: readonly string[], parent: string): FieldProblem[] {
  if (name === undefined) return [];
  const value = object[name];
  if (value !== undefined) return isJsonObject(value) ? mistyped(value, rest, `${parent}${name}.`) : [];
  return Object.keys(object)
    .slice(0, namesCompared)
    .filter((sent) => isNearly(sent, name))
    .map((sent) => ({ path: parent + sent, problem: `is unknown; is ${parent}${name} meant?` }));
}

/** A body can have thousands of names; one that was written by hand does not. */
const namesCompared = 100;

/** Another case, other separators, or one mistyped letter; two in a longer name. */
export function isNearly(sent: string, name: string): boolean {
  const slips = name.length < 6 ? 1 : 2;
  if (Math.abs(sent.length - name.length) > slips) return false;
  return lettersOf(sent) === lettersOf(name) || slipsBetween(sent, name) <= slips;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Letters left out, added, changed, or exchanged with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [to, wanted] of [...other].entries()) {
      const changed = cost(row[to], letter === wanted ? 0 : 1);
      const isExchanged = to > 0 && at > 0 && letter === other[to - 1] && one[at - 1] === wanted;
      const exchanged = isExchanged ? cost(before[to - 1], 1) : Infinity;
      next.push(Math.min(changed, exchanged, cost(row[to + 1], 1), cost(next[to], 1)));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? Infinity;
}

function cost(sofar = Infinity, more: number): number {
  return sofar + more;
}
