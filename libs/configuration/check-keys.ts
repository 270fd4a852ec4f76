import type { MistakeAt, Path } from './mistake.js';
import type { SoundParts } from './sound-parts.js';
import { textForms, type FormName } from './text-forms.js';

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
    .map(({ at }) => ({ at, message: 'this key id is used before' }));
}

/** What a MID's credentials must hold, by the connector of its provider; a connector without an entry takes any. */
const credentialForms: Readonly<Record<string, Readonly<Record<string, FormName>>>> = {
  v2: {
    key_id: 'keyId',
    secret: 'requestSecret',
    callback_key_id: 'keyId',
    callback_secret: 'callbackSecret',
  },
};

/** A MID without any credentials is left alone: its transactions end with `Mid configuration error` (contract §12). */
export function checkCredentials({ file }: SoundParts): readonly MistakeAt[] {
  const forms = textForms({ methods: [], connectors: [] });
  return Object.entries(file.mids ?? {}).flatMap(([name, { provider, credentials }]) => {
    const { connector = '' } = { ...file.provider_defaults, ...file.providers?.[provider] };
    if (credentials === undefined || !Object.hasOwn(credentialForms, connector)) return [];
    const at = ['mids', name, 'credentials'];
    return Object.entries(credentialForms[connector] ?? {}).flatMap(([key, form]) => {
      const value = credentials[key];
      if (value === undefined) return [{ at, message: `${key} is missing` }];
      return forms[form].holds(value) ? [] : [{ at: [...at, key], message: forms[form].says }];
    });
  });
}
