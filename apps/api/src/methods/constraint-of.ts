import { currencyCodes, decimalsOf } from '#domain/values/currencies';
import { textMax } from '#domain/methods/check-fields';
import type { GeneralForms, PlainRule } from '#domain/methods/field-rules';
import type { MetaType, Method } from '#domain/methods/method';
import type { FieldConstraint, FieldShape } from '../http/constraints.js';
import { generalForms, phonePattern } from '../http/general-forms.js';
import { generalConstraints } from '../transactions/create/create-request.dto.js';

/** The constraint of a field for this method: the general one, narrowed by the catalogue. */
export function constraintOf(method: Method, path: string): FieldConstraint {
  switch (path) {
    case methodPath(method):
      return listed([method.code, ...(method.aliases ?? [])]);
    case 'currency':
      return listed(method.currencies === 'any' ? currencyCodes : method.currencies);
    case 'amount':
      return amountConstraint(method);
    default:
      return { ...baseConstraint(method, path), ...narrowed(method, path) };
  }
}

/** The constraint that a rule puts on a field that is sent. */
export function constraintOfRule(rule: PlainRule): FieldConstraint {
  if ('oneOf' in rule) return listed(rule.oneOf);
  if ('matches' in rule) return { type: 'string', problem: rule.problem, pattern: rule.matches.source };
  if ('form' in rule)
    return { type: 'string', problem: generalForms[rule.form].problem, ...formShapes[rule.form] };
  const [minLength, maxLength] = rule.length;
  return { type: 'string', problem: `must be ${minLength} to ${maxLength} characters`, minLength, maxLength };
}

const formShapes = {
  email: { format: 'email', maxLength: textMax },
  phone: { pattern: phonePattern.source, maxLength: textMax },
} as const satisfies Readonly<Record<keyof GeneralForms, FieldShape>>;

/** One of these texts. */
export function listed(values: readonly string[]): FieldConstraint {
  const problem = values.length === 1 ? `must be ${values.join('')}` : 'must be one of the listed values';
  return { type: 'string', problem, enum: values };
}

const integerDigits = 15;
const amountMax = 10 ** integerDigits - 1;

/** Contract §5. The decimals as written must not exceed those of the currency. */
function amountConstraint(method: Method): FieldConstraint {
  const decimals = Math.max(
    ...(method.currencies === 'any' ? currencyCodes : method.currencies).map(decimalPlaces),
  );
  switch (method.amount) {
    case 'integer':
      return { type: 'integer', problem: 'must be a positive JSON integer', minimum: 1, maximum: amountMax };
    case 'number':
      return {
        type: 'number',
        problem: `must be a positive JSON number with at most ${decimals} decimals and no exponent`,
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

function baseConstraint({ meta }: Method, path: string): FieldConstraint {
  const [, name] = /^extra\.meta\.(.+)$/.exec(path) ?? [];
  if (name !== undefined) return metaConstraint(meta?.[name] ?? 'string');
  const object: FieldConstraint = { type: 'object', problem: 'must be a JSON object' };
  return generalConstraints.get(path) ?? (path === 'extra.meta' ? object : text);
}

const text: FieldConstraint = {
  type: 'string',
  problem: `must be a string of at most ${textMax} characters`,
  maxLength: textMax,
};

function metaConstraint(type: MetaType): FieldConstraint {
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

function narrowed({ rules }: Method, path: string): Partial<FieldConstraint> {
  const rule = rules.find((candidate) => !('when' in candidate) && candidate.path === path);
  return rule === undefined || 'when' in rule ? {} : constraintOfRule(rule);
}

/** The field in which a request names the method. */
export function methodPath({ style }: Pick<Method, 'style'>): 'method' | 'widget.method' {
  return style === 'hpp' ? 'widget.method' : 'method';
}
