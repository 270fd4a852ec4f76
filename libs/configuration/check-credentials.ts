import type { MistakeAt } from './mistake.js';
import type { SoundParts } from './sound-parts.js';
import { textForms, type FormName } from './text-forms.js';

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
