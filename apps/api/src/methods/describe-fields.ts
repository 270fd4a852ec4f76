import { readPath } from '#domain/json';
import { requiredFields } from '#domain/methods/check-fields';
import { exampleOf, type ExampleBody } from '#domain/methods/examples';
import type { FieldRule } from '#domain/methods/field-rules';
import type { Method } from '#domain/methods/method';
import { customerFields } from '#domain/transaction/request';
import type { FieldForm } from '../transactions/field-form.js';
import { exampleField } from './example-field.js';
import { formOf, ruleForm } from './form-of.js';
import { methodPath } from './method-path.js';

/** One field of a create request, as its catalogue row and the general forms of contract §5 have it. */
export type FieldDescription = {
  /** Wire path: `customer.itn`. */
  readonly path: string;
  readonly requirement: Requirement;
  /** The optional object that it is required in: only when that object is sent. */
  readonly onlyWith?: string;
  readonly form: FieldForm;
  /** Further forms for when another field has one of some values. */
  readonly when: readonly ConditionalForm[];
  readonly example?: unknown;
};

/** `conditional`: optional in the protocol, asked for by some providers or without a default of the project. */
export type Requirement = 'required' | 'conditional' | 'optional';
export type ConditionalForm = {
  readonly path: string;
  readonly is: readonly string[];
  readonly form: FieldForm;
};

/** Every field that a method has, the same for all projects; `example` is a request of it. */
export function describeFields(row: Method, example: ExampleBody = exampleOf(row)): FieldDescription[] {
  return pathsOf(row).map((path) => {
    const onlyWith = optionalObjectAround(row, path);
    const shown = readPath(example, path) ?? exampleField(path);
    return {
      path,
      requirement: requirementOf(row, path),
      ...(onlyWith !== undefined && { onlyWith }),
      form: formOf(row, path),
      when: row.rules.flatMap((rule) => conditionalForm(rule, path)),
      ...(shown !== undefined && { example: shown }),
    };
  });
}

function pathsOf(row: Method): string[] {
  const isPayment = row.type === 'payment';
  return [
    ...new Set([
      methodPath(row),
      ...(row.style === 'hpp' ? ['widget.locale'] : []),
      ...(isPayment ? ['mode'] : []),
      'reference',
      'currency',
      'amount',
      'description',
      ...(row.optionalObjects ?? []),
      ...customerFields.map((name) => `customer.${name}`),
      ...row.required,
      ...row.conditional,
      ...row.rules.map((rule) => ('when' in rule ? rule.must.path : rule.path)),
      ...Object.keys(row.urls),
      ...(row.extras ?? []),
      'extra',
      'extra.meta',
      ...Object.keys(row.meta ?? {}).map((name) => `extra.meta.${name}`),
    ]),
  ];
}

function requirementOf(row: Method, path: string): Requirement {
  if (path === methodPath(row) || requiredFields(row).includes(path)) return 'required';
  const isUnlessDefault = Object.entries(row.urls).some(
    ([field, need]) => field === path && need === 'unlessDefault',
  );
  return isUnlessDefault || row.conditional.includes(path) ? 'conditional' : 'optional';
}

function optionalObjectAround(row: Method, path: string): string | undefined {
  if (!row.required.includes(path)) return undefined;
  return row.optionalObjects?.find((name) => path.startsWith(`${name}.`));
}

function conditionalForm(rule: FieldRule, path: string): ConditionalForm[] {
  if (!('when' in rule) || rule.must.path !== path) return [];
  return [{ path: rule.when, is: rule.is, form: ruleForm(rule.must) }];
}
