import { parseArgs } from 'node:util';
import type { KeyPurpose } from '#domain/keys/stored-keys';
import { parseDuration } from '#configuration/durations';

export type KeyArguments =
  | {
      readonly command: 'create';
      readonly project: string;
      readonly purpose: KeyPurpose;
      readonly notBeforeMs: number;
    }
  | {
      readonly command: 'rotate';
      readonly project: string;
      readonly purpose: KeyPurpose;
      readonly notBeforeMs: number;
      readonly overlapMs: number;
      /** Absent: the project's only key. */
      readonly keyId: string | undefined;
    }
  | { readonly command: 'revoke'; readonly project: string; readonly keyId: string }
  | { readonly command: 'list'; readonly project: string | undefined };

export const keyUsage = [
  'npm run keys -- create --project shop [--callback] [--not-before 2h]',
  'npm run keys -- rotate --project shop [--callback] [--not-before 2h] [--overlap 24h] [--key mk_live_...]',
  'npm run keys -- revoke --project shop --key mk_live_...',
  'npm run keys -- list [--project shop]',
] as const;

const allowed: Readonly<Record<string, readonly string[]>> = {
  create: ['project', 'callback', 'not-before'],
  rotate: ['project', 'callback', 'not-before', 'overlap', 'key'],
  revoke: ['project', 'key'],
  list: ['project'],
};

/** Parses the words after `npm run keys --`. Throws an error that says what is wrong. */
export function readKeyArguments(words: readonly string[]): KeyArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      callback: { type: 'boolean' },
      'not-before': { type: 'string' },
      overlap: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const [command = '', ...rest] = positionals;
  const options = Object.hasOwn(allowed, command) ? allowed[command] : undefined;
  if (!options || rest.length > 0) throw new Error('The first word must be create, rotate, revoke or list.');
  const foreign = Object.keys(values).find((name) => !options.includes(name));
  if (foreign !== undefined) throw new Error(`${command} has no --${foreign}.`);

  const { project, key: keyId } = values;
  if (command === 'list') return { command, project };
  if (!project) throw new Error('--project is missing.');
  if (command === 'revoke') {
    if (!keyId) throw new Error('--key is missing.');
    return { command, project, keyId };
  }
  const purpose = values.callback ? 'callback' : 'request';
  const notBeforeMs = durationOf('not-before', values['not-before'] ?? '0s');
  if (command === 'create') return { command, project, purpose, notBeforeMs };
  const overlapMs = durationOf('overlap', values.overlap ?? '24h');
  return { command: 'rotate', project, purpose, notBeforeMs, overlapMs, keyId };
}

function durationOf(name: string, text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new Error(`--${name} must be a duration such as 30m, 24h or 7d.`);
  return milliseconds;
}
