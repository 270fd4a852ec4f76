import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { SeenExchange } from '../../apps/cli/src/certify/record-exchanges.js';

type Json = Readonly<Record<string, unknown>>;

/** Paystack's published description (MIT), as its SDK carries it. */
const file = new URL('../openapi.yaml', import.meta.resolve('@alexasomba/paystack-node'));
const description = mend(parse(readFileSync(fileURLToPath(file), 'utf8'))) as Json;
const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).addSchema(
  description,
  'paystack',
);

/** What the description has against the body of a request or of an answer; empty: nothing. */
export function deviations({ method, path, request, status, answer }: SeenExchange): readonly string[] {
  const template = Object.keys(at('paths') as Json).find((known) =>
    new RegExp(`^${known.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  if (template === undefined) return [`${path} is not described`];
  const operation = ['paths', template, method.toLowerCase()];
  if (at(...operation) === undefined) return [`${method} ${path} is not described`];
  const described = at(...operation, 'responses', String(status));
  const reference = isJson(described) ? described['$ref'] : undefined;
  const response =
    typeof reference === 'string'
      ? reference.slice(2).split('/')
      : [...operation, 'responses', String(status)];
  // `default` is described without a body: every other fault has the common form.
  const answerAt = isJson(described) ? [...response, 'content', 'application/json', 'schema'] : errorAt;
  return [
    ...(request === undefined
      ? []
      : problems([...operation, 'requestBody', 'content', 'application/json', 'schema'], request)),
    ...problems(answerAt, answer),
  ].map((problem) => `${method} ${path} ${status}: ${problem}`);
}

const errorAt = ['components', 'schemas', 'Error'];

/** The words that a query parameter of the description can have. */
export function enumOf(path: string, parameter: string): readonly string[] {
  const parameters = at('paths', path, 'get', 'parameters') as readonly Json[];
  const schema = parameters.find(({ name }) => name === parameter)?.['schema'] as Json;
  return schema['enum'] as readonly string[];
}

function problems(place: readonly string[], body: unknown): readonly string[] {
  const pointer = place
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const $ref = `paystack#/${pointer}`;
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function at(...place: readonly string[]): unknown {
  return place.reduce<unknown>((within, part) => (isJson(within) ? within[part] : undefined), description);
}

/**
 * What is no JSON schema in it: `nullable` where any type goes. And the codes of errors, which it lists as their types: its own
 * example of a fault has another one.
 */
function mend(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(mend);
  if (!isJson(node)) return node;
  const kept = Object.entries(node).filter(
    ([key]) =>
      !(key === 'nullable' && typeof node['type'] !== 'string') && !(key === 'enum' && isErrorType(node)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, mend(value)]));
}

function isErrorType(node: Json): boolean {
  return node['description'] === 'The error code';
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
