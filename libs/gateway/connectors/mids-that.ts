import type { ProviderAccount } from './connector.js';

type Credentials = ProviderAccount['credentials'];

/**
 * The MIDs whose credentials have signed a callback. Those with the same key (`keyOf`; undefined: none) share one look, which
 * hashes the body once.
 */
export function midsThat(
  accounts: readonly ProviderAccount[],
  keyOf: (credentials: Credentials) => string | undefined,
  hasSigned: (credentials: Credentials) => boolean,
): readonly string[] {
  const looks = new Map<string, boolean>();
  return accounts
    .filter(({ credentials }) => {
      const key = keyOf(credentials);
      if (key === undefined) return false;
      const isRight = looks.get(key) ?? hasSigned(credentials);
      looks.set(key, isRight);
      return isRight;
    })
    .map(({ mid }) => mid);
}
