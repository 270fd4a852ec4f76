import { isJsonObject, JsonNumber, readPath } from '../values/json.js';
import { isText, lengthOf } from '../values/text.js';
import { isTimestamp } from '../values/calendar.js';
import { isOfFloatSize } from '../values/number-value.js';
import { amountProblem } from './amount-forms.js';
import type { FieldProblem } from '../errors/gateway-error.js';
import type { JsonObject } from '../values/json.js';
import type { FieldRule, GeneralForms, PlainRule } from './field-rules.js';
import type { MetaType, Method } from './method.js';

/** What a body lacks, and what is wrong with what it has. */
export type FieldFaults = {
  readonly missing: readonly string[];
  readonly malformed: readonly FieldProblem[];
};

/** Longest string where nothing else is said (contract §5). */
export const textMax = 255;

/**
 * Reads a pruned body against its catalogue row. Without a row (method absent, unknown, of the other direction or in
 * the wrong style) only what every method has is asked for (contract §3). Fields of general form (e-mail, URLs) are
 * looked at only where the row names one, and held against `forms`.
 */
export function checkFields(row: Method | undefined, body: JsonObject, forms: GeneralForms): FieldFaults {
  return { missing: missingFields(row, body), malformed: malformedFields(row, body, forms) };
}

function missingFields(row: Method | undefined, body: JsonObject): string[] {
  const missing = requiredFields(row).filter((path) => isMissing(row, body, path));
  const requisites = row?.requisites;
  if (requisites === undefined || body[requisites] === undefined) return missing;
  return isJsonObject(body[requisites]) ? missing : [...missing, requisites];
}

/** Every path that the row asks for whatever the configuration says. */
export function requiredFields(row: Method | undefined): string[] {
  const always = ['reference', 'currency', 'amount'];
  if (row === undefined) return always;
  const urls = Object.entries(row.urls).filter(([, need]) => need === 'required');
  return [...always, ...row.required, ...urls.map(([field]) => field)];
}

/** Inside an optional object that was not sent nothing is missing, inside something that is no object neither. */
function isMissing(row: Method | undefined, body: JsonObject, path: string): boolean {
  if (readPath(body, path) !== undefined) return false;
  const parents = parentsOf(path);
  if (row?.optionalObjects?.some((name) => parents.includes(name) && body[name] === undefined)) return false;
  return parents.every((parent) => {
    const value = readPath(body, parent);
    return value === undefined || isJsonObject(value);
  });
}

/** `extra` and `extra.meta` for `extra.meta.documentType`. */
function parentsOf(path: string): string[] {
  const names = path.split('.');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'));
}

function malformedFields(row: Method | undefined, body: JsonObject, forms: GeneralForms): FieldProblem[] {
  return [
    ...cardProblems(row, body),
    ...problemAt('amount', amountProblem(row?.amount, body['amount'], body['currency'])),
    ...(row?.rules ?? []).flatMap((rule) => ruleProblems(rule, body, forms)),
    ...metaProblems(body, row?.meta),
  ];
}

function cardProblems(row: Method | undefined, body: JsonObject): FieldProblem[] {
  if (body['card'] === undefined || row?.carriesCard) return [];
  if (row === undefined && body['widget'] === undefined) return [];
  return [{ path: 'card', problem: 'is taken only by card payments without widget' }];
}

function ruleProblems(rule: FieldRule, body: JsonObject, forms: GeneralForms): FieldProblem[] {
  if (!('when' in rule)) return plainRuleProblems(rule, body, forms);
  const value = readPath(body, rule.when);
  if (typeof value !== 'string' || !rule.is.includes(value)) return [];
  return plainRuleProblems(rule.must, body, forms);
}

function plainRuleProblems(rule: PlainRule, body: JsonObject, forms: GeneralForms): FieldProblem[] {
  const value = readPath(body, rule.path);
  if (value === undefined) return [];
  return problemAt(rule.path, typeof value === 'string' ? problemOf(rule, value, forms) : 'must be a string');
}

function problemOf(rule: PlainRule, value: string, forms: GeneralForms): string | undefined {
  if ('oneOf' in rule) return rule.oneOf.includes(value) ? undefined : `must be ${listOf(rule.oneOf)}`;
  if ('matches' in rule) return rule.matches.test(value) ? undefined : rule.problem;
  if ('form' in rule) {
    const { accepts, problem } = forms[rule.form];
    return isText(value, textMax) && accepts(value) ? undefined : problem;
  }
  const [min, max] = rule.length;
  const fits = lengthOf(value) >= min && isText(value, max);
  return fits ? undefined : `must be ${min} to ${max} characters`;
}

function listOf(values: readonly string[]): string {
  return values.length === 1 ? values.join('') : `one of ${values.join(', ')}`;
}

/** What is wrong with the entries of `extra.meta` (contract §5); `types` are those of the entries that a method has. */
export function metaProblems(body: JsonObject, types: Method['meta'] = {}): FieldProblem[] {
  const meta = readPath(body, 'extra.meta');
  if (!isJsonObject(meta)) return [];
  return Object.entries(meta).flatMap(([name, value]) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (!isText(name, textMax))
      return [{ path: 'extra.meta', problem: `has a key that is not storable text` }];
    return problemAt(
      `extra.meta.${name}`,
      type === undefined ? scalarProblem(value) : typeProblem(type, value),
    );
  });
}

function scalarProblem(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return numberProblem(value);
  if (typeof value === 'boolean' || isText(value, textMax)) return undefined;
  return `must be a string of at most ${textMax} characters, a number or a boolean`;
}

/** Contract §5: what every reader of JSON can hold. */
function numberProblem({ text }: JsonNumber): string | undefined {
  if (text.length <= textMax && isOfFloatSize(text)) return undefined;
  return `must be a number of at most ${textMax} characters and at most 1e308 in size`;
}

function typeProblem(type: MetaType, value: unknown): string | undefined {
  switch (type) {
    case 'string':
      return isText(value, textMax) ? undefined : `must be a string of at most ${textMax} characters`;
    case 'integer':
      return value instanceof JsonNumber && /^-?\d+$/.test(value.text)
        ? numberProblem(value)
        : 'must be an integer';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be a boolean';
    case 'timestamp':
      return typeof value === 'string' && isTimestamp(value)
        ? undefined
        : 'must be an ISO 8601 timestamp with an offset';
  }
}

function problemAt(path: string, problem: string | undefined): FieldProblem[] {
  return problem === undefined ? [] : [{ path, problem }];
}
