import { readPath } from '#domain/values/json';
import { requiredFields } from '#domain/methods/check-fields';
import { exampleCard, exampleOf, examples } from '#domain/methods/examples';
import type { FieldRule } from '#domain/methods/field-rules';
import type { Method } from '#domain/methods/method';
import { echoed, echoedNames } from '#domain/transaction/echoed';
import { customerFields } from '#domain/transaction/request';
import type { FieldConstraint } from '../http/constraints.js';
import { constraintOf, constraintOfRule, methodPath } from './constraint-of.js';

/** One field of a create request, by the catalogue's method and the general constraints of contract §5. */
export type FieldDescription = {
  /** Wire path: `customer.itn`. */
  readonly path: string;
  readonly requirement: Requirement;
  /** The optional object around it: the field is required only if that object is sent. */
  readonly onlyWith?: string;
  readonly constraint: FieldConstraint;
  /** Further constraints, each for certain values of another field. */
  readonly when: readonly ConditionalConstraint[];
  readonly example?: unknown;
};

/** `conditional`: optional in the protocol, but required by some providers or if the project has no default. */
type Requirement = 'required' | 'conditional' | 'optional';
export type ConditionalConstraint = {
  readonly path: string;
  readonly is: readonly string[];
  readonly constraint: FieldConstraint;
};

/** All fields of a method, the same for all projects, with the values of its example. */
export function describeFields(method: Method): FieldDescription[] {
  const example = exampleOf(method);
  return pathsOf(method).map((path) => {
    const onlyWith = optionalObjectAround(method, path);
    const shown = readPath(example, path) ?? exampleField(path);
    return {
      path,
      requirement: requirementOf(method, path),
      ...(onlyWith !== undefined && { onlyWith }),
      constraint: constraintOf(method, path),
      when: method.rules.flatMap((rule) => conditionalConstraint(rule, path)),
      ...(shown !== undefined && { example: shown }),
    };
  });
}

function pathsOf(method: Method): string[] {
  const isPayment = method.type === 'payment';
  return [
    ...new Set([
      methodPath(method),
      ...(method.style === 'hpp' ? ['widget.locale'] : []),
      ...(isPayment ? ['mode'] : []),
      'reference',
      'currency',
      'amount',
      ...echoedNames,
      ...(method.optionalObjects ?? []),
      ...customerFields.map((name) => `customer.${name}`),
      ...method.required,
      ...method.conditional,
      ...method.rules.map((rule) => ('when' in rule ? rule.must.path : rule.path)),
      ...Object.keys(method.urls),
      ...(method.extras ?? []),
      'extra',
      'extra.meta',
      ...Object.keys(method.meta ?? {}).map((name) => `extra.meta.${name}`),
    ]),
  ];
}

function requirementOf(method: Method, path: string): Requirement {
  if (path === methodPath(method) || requiredFields(method).includes(path)) return 'required';
  const isUnlessDefault = Object.entries(method.urls).some(
    ([field, need]) => field === path && need === 'unlessDefault',
  );
  return isUnlessDefault || method.conditional.includes(path) ? 'conditional' : 'optional';
}

function optionalObjectAround(method: Method, path: string): string | undefined {
  if (!method.required.includes(path)) return undefined;
  return method.optionalObjects?.find((name) => path.startsWith(`${name}.`));
}

function conditionalConstraint(rule: FieldRule, path: string): ConditionalConstraint[] {
  if (!('when' in rule) || rule.must.path !== path) return [];
  return [{ path: rule.when, is: rule.is, constraint: constraintOfRule(rule.must) }];
}

/** An example for a field that the method's own example leaves out; undefined if none fits every method. */
function exampleField(path: string): unknown {
  if (Object.hasOwn(written, path)) return written[path];
  if (path.startsWith('card.')) return readPath({ card: exampleCard }, path);
  const isNational = path === 'customer.itn' || !path.startsWith('customer.');
  return isNational ? undefined : lent(path);
}

/** A field of a person, taken from another method's example. */
function lent(path: string): unknown {
  return examples.map(({ body }) => readPath(body, path)).find((value) => value !== undefined);
}

const shop = 'https://shop.example.com';

const written: Readonly<Record<string, unknown>> = {
  mode: 'initial',
  ...Object.fromEntries(Object.values(echoed).map(({ name, example }) => [name, example])),
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
