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
  const options = new Map<string, string>();
  const places: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('--')) {
      places.push(word);
      continue;
    }
    if (word !== '--key' && word !== '--host') throw new Error(`There is no option ${word}.`);
    index += 1;
    const value = words[index];
    if (value === undefined) throw new Error(`${word} needs a value.`);
    options.set(word, value);
  }
  const [method, path, bodySource, ...rest] = places;
  if (method === undefined || path === undefined) throw new Error('A method and a path are needed.');
  if (!path.startsWith('/')) throw new Error(`The path must start with a slash: ${path}`);
  if (rest.length > 0) throw new Error(`Too many words: ${rest.join(' ')}`);
  const keyId = options.get('--key') ?? developmentKeyId;
  return { method: method.toUpperCase(), path, bodySource, keyId, host: options.get('--host') };
}
