import type { Configuration } from '#domain/configuration';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import type { Connector, ProviderAccount } from './connector.js';
import { findConnector } from './registry.js';

export type FoundAccount =
  | { readonly kind: 'found'; readonly connector: Connector; readonly account: ProviderAccount }
  | { readonly kind: 'missing'; readonly error: ErrorKey };

/**
 * The way to a MID's provider, from the configuration of this moment: addresses and credentials may have changed since
 * the transaction was registered, and what has left the configuration is not called.
 */
export function findAccount(
  configuration: Configuration,
  { mid: midName, provider: providerName }: { readonly mid: string; readonly provider: string },
): FoundAccount {
  const provider = configuration.providers[providerName];
  const mid = configuration.mids[midName];
  const connector = provider && findConnector(provider.connector);
  if (!provider || !connector || mid?.provider !== providerName)
    return { kind: 'missing', error: 'providerGone' };
  if (!mid.credentials) return { kind: 'missing', error: 'midWithoutCredentials' };
  return {
    kind: 'found',
    connector,
    account: {
      provider: providerName,
      mid: midName,
      baseUrl: provider.baseUrl,
      credentials: mid.credentials,
    },
  };
}
