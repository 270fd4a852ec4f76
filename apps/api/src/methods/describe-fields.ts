import { readPath } from '#domain/json';
import { requiredFields } from '#domain/methods/check-fields';
import { exampleCard, exampleOf, examples, type ExampleBody } from '#domain/methods/examples';
import type { FieldRule } from '#domain/methods/field-rules';
import type { Method } from '#domain/methods/method';
import { customerFields } from '#domain/transaction/request';
import type { FieldConstraint } from '../http/constraints.js';
import { constraintOf, constraintOfRule, methodPath } from './constraint-of.js';

/** One field of a create request, as its catalogue row and the general constraints of contract §5 have it. */
export type FieldDescription = {
  /** Wire path: `customer.itn`. */
  readonly path: string;
  readonly requirement: Requirement;
  /** The optional object that it is required in: only when that object is sent. */
  readonly onlyWith?: string;
  readonly constraint: FieldConstraint;
  /** Further constraints for when another field has one of some values. */
  readonly when: readonly ConditionalConstraint[];
  readonly example?: unknown;
};

/** `conditional`: optional in the protocol, asked for by some providers or without a default of the project. */
export type Requirement = 'required' | 'conditional' | 'optional';
export type ConditionalConstraint = {
  readonly path: string;
  readonly is: readonly string[];
  readonly constraint: FieldConstraint;
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
      constraint: constraintOf(row, path),
      when: row.rules.flatMap((rule) => conditionalConstraint(rule, path)),
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

function conditionalConstraint(rule: FieldRule, path: string): ConditionalConstraint[] {
  if (!('when' in rule) || rule.must.path !== path) return [];
  return [{ path: rule.when, is: rule.is, constraint: constraintOfRule(rule.must) }];
}

/** An example for a field that the row's own example does without. Undefined: there is none that fits every method. */
function exampleField(path: string): unknown {
  if (Object.hasOwn(written, path)) return written[path];
  if (path.startsWith('card.')) return readPath({ card: exampleCard }, path);
  const isNational = path === 'customer.itn' || !path.startsWith('customer.');
  return isNational ? undefined : lent(path);
}

/** Fields of a person that another method's example has. */
function lent(path: string): unknown {
  return examples.map(({ body }) => readPath(body, path)).find((value) => value !== undefined);
}

const shop = 'https://shop.example.com';

const written: Readonly<Record<string, unknown>> = {
  mode: 'initial',
  description: 'Order 1',
  'widget.locale': 'en',
  lang: 'en',
  'customer.middle_name': 'Maria',
  'customer.gender': 'female',
  redirect_url: `${shop}/done`,
  cancel_url: `${shop}/cancelled`,
  error_url: `${shop}/failed`,
  callback_url: `${shop}/callbacks`,
  'extra.meta': { order: 'A-1' },
  'extra.meta.meta_data1': 'gold',
  'extra.meta.meta_data2': 7,
  'extra.meta.meta_data3': true,
  'extra.meta.meta_data4': '2026-01-31T12:00:00Z',
};
