import { parseArgs } from 'node:util';
import { developmentKeyId } from './development-key.js';

export type CallArguments = {
  readonly method: string;
  readonly path: string;
  /** A file's path, or `-` for standard input; absent: no body. */
  readonly bodySource: string | undefined;
  readonly keyId: string;
  readonly host: string | undefined;
};

export const callUsage =
  'npm run call -- METHOD PATH [body.json|-] [--key mk_test_demo] [--host gw.example.com]';

/** Reads the words after `npm run call --`. Throws a sentence that says what is wrong with them. */
export function readCallArguments(words: readonly string[]): CallArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { key: { type: 'string', default: developmentKeyId }, host: { type: 'string' } },
    allowPositionals: true,
  });
  const [method, path, bodySource, ...rest] = positionals;
  if (method === undefined || path === undefined) throw new Error('A method and a path are needed.');
  if (!path.startsWith('/')) throw new Error(`The path must start with a slash: ${path}`);
  if (rest.length > 0) throw new Error(`Too many arguments: ${rest.join(' ')}`);
  return { method: method.toUpperCase(), path, bodySource, keyId: values.key, host: values.host };
}

export type RouteArguments = {
  readonly keyId: string;
  /** As in `method`, or in `widget.method` when it is for the hosted page. */
  readonly method: string;
  readonly isHosted: boolean;
  /** Decimal string in major units; absent: that of the example. */
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  /** Entries of `extra.meta`, by which a route may be chosen. */
  readonly meta: Readonly<Record<string, string>>;
};

export const routeUsage =
  'npm run route -- --method pix [--page] [--amount 20] [--currency BRL] [--meta channel=app] [--key mk_test_demo]';

/** Reads the words after `npm run route --`. Throws a sentence that says what is wrong with them. */
export function readRouteArguments(words: readonly string[]): RouteArguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      key: { type: 'string', default: developmentKeyId },
      method: { type: 'string' },
      page: { type: 'boolean', default: false },
      amount: { type: 'string' },
      currency: { type: 'string' },
      meta: { type: 'string', multiple: true, default: [] },
    },
  });
  const { key, method, page, amount, currency } = values;
  if (method === undefined) throw new Error('A method is needed.');
  if (amount !== undefined && !/^\d+(\.\d+)?$/.test(amount)) throw new Error(`Not an amount: ${amount}`);
  const meta = Object.fromEntries(values.meta.map(readEntry));
  return { keyId: key, method, isHosted: page, amount, currency, meta };
}

function readEntry(word: string): readonly [name: string, value: string] {
  const at = word.indexOf('=');
  if (at < 1) throw new Error(`--meta takes name=value, not ${word}`);
  return [word.slice(0, at), word.slice(at + 1)];
}

export const listenUsage = 'npm run listen [-- --forward http://localhost:8080/hooks]';

/** Reads the words after `npm run listen --`: where to pass callbacks on to, if anywhere. Throws a sentence likewise. */
export function readListenArguments(words: readonly string[]): URL | undefined {
  const { values } = parseArgs({ args: [...words], options: { forward: { type: 'string' } } });
  if (values.forward === undefined) return undefined;
  const url = URL.canParse(values.forward) ? new URL(values.forward) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`Not an http address: ${values.forward}`);
}
