import type { Method } from '#domain/methods/method';

type Schema = { readonly [key: string]: unknown };
type Properties = { [name: string]: Schema };

/** The request schema of one catalogue row: the fields it requires, and those a provider may ask for. */
export function paymentSchema(row: Method): Schema {
  const root: ObjectNode = { fields: new Map(), required: new Set() };
  const isHosted = row.style === 'hpp';
  const always = [isHosted ? 'widget.method' : 'method', 'reference', 'currency', 'amount'];
  const needed = Object.entries(row.urls).filter(([, need]) => need === 'required');
  for (const path of [...always, ...row.required, ...needed.map(([name]) => name)]) {
    addPath(root, path.split('.'), !isInsideOptional(row, path));
  }
  for (const path of [...row.conditional, ...Object.keys(row.urls), 'description'])
    addPath(root, path.split('.'), false);
  const schema = render(root, '', row);
  return { ...schema, title: `${row.code} (${isHosted ? 'hosted page' : 'server to server'})` };
}

type ObjectNode = { readonly fields: Map<string, ObjectNode | undefined>; readonly required: Set<string> };

function isInsideOptional({ optionalObjects = [] }: Method, path: string): boolean {
  return optionalObjects.some((name) => path.startsWith(`${name}.`));
}

function addPath(node: ObjectNode, [name, ...rest]: readonly string[], isRequired: boolean): void {
  if (name === undefined) return;
  if (isRequired) node.required.add(name);
  if (rest.length === 0) {
    if (!node.fields.has(name)) node.fields.set(name, undefined);
    return;
  }
  const child = node.fields.get(name) ?? { fields: new Map(), required: new Set() };
  node.fields.set(name, child);
  addPath(child, rest, isRequired);
}

function render(node: ObjectNode, at: string, row: Method): Schema {
  const properties: Properties = {};
  for (const [name, child] of node.fields) {
    const path = at === '' ? name : `${at}.${name}`;
    properties[name] = child ? render(child, path, row) : leaf(path, row);
  }
  return { type: 'object', properties, required: [...node.required] };
}

function leaf(path: string, row: Method): Schema {
  switch (path) {
    case 'method':
    case 'widget.method':
      return { type: 'string', enum: [row.code, ...(row.aliases ?? [])] };
    case 'amount':
      return { type: row.amount, description: 'Major units, exact; echoed as written.' };
    case 'currency':
      return row.currencies === 'any'
        ? { type: 'string', pattern: '^[A-Z]{3}$', description: 'ISO 4217' }
        : { type: 'string', enum: [...row.currencies] };
    case 'mode':
      return { type: 'string', enum: ['initial'] };
    case 'reference':
      return { type: 'string', minLength: 1, maxLength: 128 };
    case 'extra':
      return { type: 'object' };
    default:
      return path.endsWith('_url') ? { type: 'string', format: 'uri', maxLength: 2048 } : { type: 'string' };
  }
}
