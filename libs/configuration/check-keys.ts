import type { MistakeAt, Path } from './mistake.js';
import type { SoundParts } from './sound-parts.js';

/** Key ids name one key in the whole file, and no secret signs both requests and callbacks (contract §8). */
export function checkKeys({ projects }: SoundParts): readonly MistakeAt[] {
  const requestKeys = projects.flatMap(({ at, project }) => writtenKeys([...at, 'keys'], project.keys));
  const callbackKeys = projects.flatMap(({ at, project }) =>
    writtenKeys([...at, 'callback_keys'], project.callback_keys),
  );
  const requestSecrets = new Set(requestKeys.map(({ secret }) => secret));
  return [
    ...repeatedIds([...requestKeys, ...callbackKeys]),
    ...callbackKeys
      .filter(({ secret }) => requestSecrets.has(secret))
      .map(({ at }) => ({ at, message: 'a request key has the same secret' })),
  ];
}

type WrittenKey = { readonly at: Path; readonly id: string; readonly secret: string };

/** `secret` as hexadecimal bytes, so that two ways of writing one secret are equal. */
function writtenKeys(at: Path, keys: Readonly<Record<string, string>> = {}): WrittenKey[] {
  return Object.entries(keys).map(([id, secret]) => ({
    at: [...at, id],
    id,
    secret: Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('hex'),
  }));
}

function repeatedIds(keys: readonly WrittenKey[]): readonly MistakeAt[] {
  return keys
    .filter(({ id }, index) => keys.findIndex((other) => other.id === id) < index)
    .map(({ at }) => ({ at, message: 'this key id is already used' }));
}
