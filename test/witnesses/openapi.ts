import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../apps/api/src/docs/openapi-document.js';

/** Goal: hold bodies against what the document says of them, by the very schemas that it publishes. */
export type Documented = { readonly method: 'get' | 'post'; readonly path: string };

/** What is wrong with a request body of this operation, by JSON pointer; empty: nothing. */
export function requestProblems({ method, path }: Documented, body: unknown): string[] {
  return problems([method, path, 'requestBody', 'content', 'application/json', 'schema'], body);
}

/** What is wrong with an answer of this operation: its status must be declared, its body fit the schema. */
export function answerProblems(
  { method, path }: Documented,
  answer: { readonly status: number; readonly body: unknown },
): string[] {
  const declared = document.paths[path]?.[method]?.responses[String(answer.status)];
  if (declared === undefined) return [`${method} ${path} does not declare ${answer.status}`];
  if (!('content' in declared)) return isEmpty(answer.body) ? [] : ['a body that is not declared'];
  const at = [method, path, 'responses', String(answer.status), 'content', 'application/json', 'schema'];
  return problems(at, answer.body);
}

/** As the tests' merchant reads an answer without a body. */
function isEmpty(body: unknown): boolean {
  return JSON.stringify(body) === '{}';
}

/** What is wrong with a value of a named schema. */
export function schemaProblems(name: string, value: unknown): string[] {
  return check(`${root}#/components/schemas/${name}`, value);
}

const root = 'openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: formats() });
const document = openApiDocument();
ajv.addSchema(document, root);

function problems([method = '', path = '', ...rest]: readonly string[], value: unknown): string[] {
  return check(`${root}#/paths/${[path, method, ...rest].map(pointed).join('/')}`, value);
}

function check($ref: string, value: unknown): string[] {
  const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
  return validate(value) ? [] : (validate.errors ?? []).map(said);
}

function said({ instancePath, message = '', params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

function pointed(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function formats() {
  return {
    uuid: /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    date: /^\d{4}-\d\d-\d\d$/,
    email: /^[^\s@]+@[^\s@]+$/,
    ipv4: /^\d+\.\d+\.\d+\.\d+$/,
    ipv6: /^[0-9a-f:]+$/,
    uri: (text: string) => URL.canParse(text),
    iri: (text: string) => URL.canParse(text),
    double: true,
    bcp47: true,
    'iso-3166-1-alpha-2': true,
  } as const;
}
