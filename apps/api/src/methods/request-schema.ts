import { currencyCodes } from '#domain/values/currencies';
import type { Method } from '#domain/methods/method';
import { currency } from '#domain/wire/record-parts';
import { named, number, orNull, type Schema } from '#domain/wire/schema';
import type { FieldConstraint } from '../http/constraints.js';
import { describeFields, type ConditionalConstraint, type FieldDescription } from './describe-fields.js';

/** The schema of a create request for one method. An optional field may be `null`, which counts as missing. */
export function requestSchema(method: Method): Schema {
  const fields = describeFields(method);
  const root: ObjectNode = { fields: new Map() };
  for (const field of fields) place(root, field.path.split('.'), field);
  const conditions = fields.flatMap((field) => field.when.map((condition) => ifThen(field, condition)));
  return named(requestSchemaName(method), {
    description: wordsOf(method),
    ...objectSchema(root),
    ...(conditions.length > 0 && { allOf: conditions }),
  });
}

/** `HostedPaymentQrCode`, `DirectPaymentIdeal`, `PayoutPix`. */
export function requestSchemaName({ code, style, type }: Method): string {
  const kind = type === 'payout' ? 'Payout' : style === 'hpp' ? 'HostedPayment' : 'DirectPayment';
  const words = code.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${kind}${words.join('')}`;
}

function wordsOf({ code, style, type }: Method): string {
  if (type === 'payout') return `\`${code}\`, a payout.`;
  return `\`${code}\`, ${style === 'hpp' ? 'on our hosted page' : 'server to server'}.`;
}

/** A field, an object of fields, or both: an object with a description of its own. */
type ObjectNode = { readonly fields: Map<string, ObjectNode>; own?: FieldDescription };

function place(node: ObjectNode, [name, ...rest]: readonly string[], field: FieldDescription): void {
  if (name === undefined) {
    node.own = field;
    return;
  }
  const child = node.fields.get(name) ?? { fields: new Map<string, ObjectNode>() };
  node.fields.set(name, child);
  place(child, rest, field);
}

function objectSchema(node: ObjectNode): Schema {
  const children = [...node.fields];
  const required = children.filter(([, child]) => isRequired(child)).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(children.map(([name, child]) => [name, nodeSchema(child)])),
  };
}

/** An object is required if one of its fields is, unless it may be omitted with all of them. */
function isRequired({ own, fields }: ObjectNode): boolean {
  if (own)
    return own.requirement === 'required' || (own.constraint.type !== 'object' ? false : anyRequired(fields));
  return anyRequired(fields);
}

function anyRequired(fields: ObjectNode['fields']): boolean {
  return [...fields.values()].some((child) => child.own?.onlyWith === undefined && isRequired(child));
}

function nodeSchema(node: ObjectNode): Schema {
  const { own, fields } = node;
  const schema = own === undefined || fields.size > 0 ? objectSchema(node) : fieldSchema(own);
  const free = own?.path === 'extra.meta' ? { ...schema, additionalProperties: metaValue } : schema;
  return isRequired(node) ? free : orMissing(free);
}

/** `null` as a value: as a type of its own, oapi-codegen writes Go that does not compile. */
const metaValue: Schema = {
  oneOf: [{ type: 'string', maxLength: 255 }, number, { type: 'boolean' }, { enum: [null] }],
};

function fieldSchema({ constraint, example, requirement, onlyWith }: FieldDescription): Schema {
  const notes = [
    `${constraint.problem[0]?.toUpperCase()}${constraint.problem.slice(1)}.`,
    ...(requirement === 'conditional' ? ['Conditional: see `GET /v2/methods`.'] : []),
    ...(onlyWith === undefined ? [] : [`Required with \`${onlyWith}\`.`]),
  ];
  const examples = example === undefined || constraint.type === 'object' ? {} : { examples: [example] };
  const filled = requirement === 'required' ? notBlank(constraint) : {};
  return { ...constraintSchema(constraint), ...filled, description: notes.join(' '), ...examples };
}

/** A constraint in JSON Schema. The long list of currencies is a schema of its own. */
function constraintSchema({ problem: _problem, pattern, ...rest }: FieldConstraint): Schema {
  // Classes such as `\p{L}` need the `u` flag, which few validators set; the description states the rule.
  const isUnicode = pattern?.includes(String.raw`\p{`) === true;
  // What remains of the rule: blank text is missing.
  const constraint =
    pattern === undefined ? rest : { ...rest, pattern: isUnicode ? String.raw`\S` : pattern };
  if (constraint.enum === currencyCodes) return currency;
  if (constraint.format === 'ip') return { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
  if (constraint.type === 'number') return { ...constraint, ...number };
  // RFC 3986 does not allow the letters of an internationalised host, which we accept.
  return constraint.format === 'uri' ? { ...constraint, format: 'iri' } : constraint;
}

/** Blank text is missing (contract §3); a pattern or an enum of the field already implies it. */
function notBlank({ type, pattern, enum: values }: FieldConstraint): Schema {
  return type === 'string' && pattern === undefined && values === undefined
    ? { pattern: String.raw`\S` }
    : {};
}

/** The description stands beside the choice, where readers look for it. */
function orMissing({ description, examples, ...schema }: Schema): Schema {
  return {
    ...orNull(schema),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && { examples }),
  };
}

function ifThen(field: FieldDescription, { path, is, constraint }: ConditionalConstraint): Schema {
  return {
    if: nested(path, { enum: is }, true),
    then: nested(field.path, constraintSchema(constraint), false),
  };
}

/** The schema of an object that has this schema at a path. */
function nested(path: string, schema: Schema, isAsked: boolean): Schema {
  return path.split('.').reduceRight<Schema>(
    (inner, name) => ({
      ...(isAsked && { type: 'object', required: [name] }),
      properties: { [name]: inner },
    }),
    schema,
  );
}
