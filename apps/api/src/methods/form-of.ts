import { currencyCodes, decimalsOf } from '#domain/currencies';
import { textMax } from '#domain/methods/check-fields';
import type { PlainRule } from '#domain/methods/field-rules';
import type { MetaType, Method } from '#domain/methods/method';
import type { FieldForm } from '../transactions/field-form.js';
import { generalForms } from '../transactions/general-forms.js';
import { methodPath } from './method-path.js';

/** The form of a field of this method: its general form, narrowed by what the catalogue row says. */
export function formOf(row: Method, path: string): FieldForm {
  switch (path) {
    case methodPath(row):
      return listed([row.code, ...(row.aliases ?? [])]);
    case 'currency':
      return listed(row.currencies === 'any' ? currencyCodes : row.currencies);
    case 'amount':
      return amountForm(row);
    default:
      return { ...baseForm(row, path), ...narrowed(row, path) };
  }
}

/** What a rule asks of a field that is there. */
export function ruleForm(rule: PlainRule): FieldForm {
  if ('oneOf' in rule) return listed(rule.oneOf);
  if ('matches' in rule) return { type: 'string', problem: rule.problem, pattern: rule.matches.source };
  const [minLength, maxLength] = rule.length;
  return { type: 'string', problem: `must be ${minLength} to ${maxLength} characters`, minLength, maxLength };
}

function listed(values: readonly string[]): FieldForm {
  const problem = values.length === 1 ? `must be ${values.join('')}` : 'must be one of these values';
  return { type: 'string', problem, enum: values };
}

const integerDigits = 15;
const amountMax = 10 ** integerDigits - 1;

/** Contract §5. Decimals are counted as written, against those of the currency. */
function amountForm(row: Method): FieldForm {
  const decimals = Math.max(
    ...(row.currencies === 'any' ? currencyCodes : row.currencies).map(decimalPlaces),
  );
  switch (row.amount) {
    case 'integer':
      return { type: 'integer', problem: 'must be a positive JSON integer', minimum: 1, maximum: amountMax };
    case 'number':
      return {
        type: 'number',
        problem: `must be a positive JSON number with at most ${decimals} decimals, without exponent`,
        exclusiveMinimum: 0,
        maximum: amountMax,
      };
    case 'string':
      return {
        type: 'string',
        problem: `must be a positive decimal with at most ${decimals} decimals, as a JSON string`,
        pattern: String.raw`^(?=.*[1-9])(0|[1-9]\d{0,${integerDigits - 1}})(\.\d{1,${decimals}})?$`,
      };
  }
}

function decimalPlaces(currency: string): number {
  return decimalsOf(currency) ?? 0;
}

function baseForm({ meta }: Method, path: string): FieldForm {
  const [, name] = /^extra\.meta\.(.+)$/.exec(path) ?? [];
  if (name !== undefined) return metaForm(meta?.[name] ?? 'string');
  const object: FieldForm = { type: 'object', problem: 'must be a JSON object' };
  return generalForms.get(path) ?? (path === 'extra.meta' ? object : text);
}

const text: FieldForm = {
  type: 'string',
  problem: `must be a string of at most ${textMax} characters`,
  maxLength: textMax,
};

function metaForm(type: MetaType): FieldForm {
  switch (type) {
    case 'string':
      return text;
    case 'integer':
      return { type: 'integer', problem: 'must be an integer' };
    case 'boolean':
      return { type: 'boolean', problem: 'must be a boolean' };
    case 'timestamp':
      return {
        type: 'string',
        problem: 'must be an ISO 8601 timestamp with an offset',
        format: 'date-time',
      };
  }
}

function narrowed({ rules }: Method, path: string): Partial<FieldForm> {
  const rule = rules.find((candidate) => !('when' in candidate) && candidate.path === path);
  return rule === undefined || 'when' in rule ? {} : ruleForm(rule);
}
