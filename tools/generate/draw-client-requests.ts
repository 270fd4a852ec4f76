import { catalogue } from '#domain/methods/catalogue';
import type { FieldRule } from '#domain/methods/field-rules';
import type { Method } from '#domain/methods/method';
import type { TransactionType } from '#domain/transaction/status';

/** The files of the client that are written from the catalogue of methods. */
export const clientRequestFiles: Readonly<Record<string, () => string>> = {
  'libs/client/messages/payment-request.ts': () => `${begin}import type { Meta } from './record.js';
import type { Card, CustomerWith, Direct, Hosted } from './request-parts.js';

/** A body of \`POST /v2/payment\` (specification §2.2 to §2.6): server to server, or on the hosted page. */
export type PaymentRequest = ${typesOf('payment')};

/** Methods whose amount is a JSON string on the wire (specification §2.2). */
export const methodsWithTextAmount: ReadonlySet<string> = new Set(${JSON.stringify(methodsWithTextAmount())});
`,
  'libs/client/messages/payout-request.ts': () => `${begin}import type { Payout } from './request-parts.js';

/** A body of \`POST /v2/payout\` (specification §2.10). */
export type PayoutRequest = ${typesOf('payout')};
`,
};

const begin = '// Written from the catalogue of methods by `npm run generate`.\n';

function typesOf(type: TransactionType): string {
  return catalogue
    .filter((row) => row.type === type)
    .map((row) => `| ${typeOf(row)}`)
    .join('\n');
}

/** The client knows methods by their code alone, whichever their style. */
function methodsWithTextAmount(): string[] {
  const rows = catalogue.filter(({ amount }) => amount === 'string');
  return [...new Set(rows.flatMap(({ code, aliases = [] }) => [code, ...aliases]))];
}

function typeOf(row: Method): string {
  const shape = row.type === 'payout' ? 'Payout' : row.style === 'hpp' ? 'Hosted' : 'Direct';
  const customer = fieldsIn(row.required, 'customer').filter((name) => name !== 'identifier');
  const isOptional = row.optionalObjects?.includes('customer');
  const base = `${shape}<${union([row.code, ...(row.aliases ?? [])])}, ${union(customer)}>`;
  const own = ownFields(row);
  return [
    isOptional ? `Omit<${base}, 'customer'>` : base,
    ...(isOptional ? [`{ readonly customer?: CustomerWith<${union(customer)}> }`] : []),
    ...(own.length > 0 ? [`{ ${own.join('; ')} }`] : []),
  ].join(' & ');
}

/** What a method has or requires that the others do not. */
function ownFields(row: Method): string[] {
  const meta = fieldsIn(row.required, 'extra.meta').map((name) => field(row, `extra.meta.${name}`, true));
  const urls = Object.entries(row.urls).filter(([, need]) => need === 'required');
  return [
    ...(row.required.includes('mode') ? [`readonly mode: 'initial'`] : []),
    ...(row.extras ?? []).map((name) => field(row, name, row.required.includes(name))),
    ...urls.map(([name]) => field(row, name, true)),
    ...(row.carriesCard
      ? ['/** Without it, the challenge leads to the hosted form. */ readonly card?: Card']
      : []),
    ...(meta.length > 0 ? [`readonly extra: { readonly meta: Meta & { ${meta.join('; ')} } }`] : []),
    ...(row.requisites === undefined ? [] : [requisitesOf(row, row.requisites)]),
  ];
}

function requisitesOf(row: Method, name: string): string {
  const paths = [...row.required, ...row.conditional, ...row.rules.map(pathOf)];
  const required = fieldsIn(row.required, name);
  const fields = [...new Set(fieldsIn(paths, name))].map((one) =>
    field(row, `${name}.${one}`, required.includes(one)),
  );
  return `readonly ${name}${required.length > 0 ? '' : '?'}: { ${fields.join('; ')} }`;
}

/** Longer lists of values are left to the gateway. */
const valuesMax = 8;

function field({ rules }: Method, path: string, isRequired: boolean): string {
  const listed = rules.find((rule) => 'oneOf' in rule && rule.path === path);
  const values = listed && 'oneOf' in listed ? listed.oneOf : [];
  const isNamed = values.length > 0 && values.length <= valuesMax;
  const name = path.split('.').at(-1) ?? path;
  return `readonly ${name}${isRequired ? '' : '?'}: ${isNamed ? union(values) : 'string'}`;
}

function pathOf(rule: FieldRule): string {
  return 'when' in rule ? rule.must.path : rule.path;
}

function fieldsIn(paths: readonly string[], object: string): string[] {
  return paths.filter((path) => path.startsWith(`${object}.`)).map((path) => path.slice(object.length + 1));
}

function union(values: readonly string[]): string {
  return values.length === 0 ? 'never' : values.map((value) => `'${value}'`).join(' | ');
}
