import { readPath } from '#domain/json';
import { exampleCard, examples } from '#domain/methods/examples';

/** An example for a field that the row's own example does without. Undefined: there is none that fits every method. */
export function exampleField(path: string): unknown {
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
