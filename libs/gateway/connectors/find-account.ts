import type { Configuration } from '#domain/configuration/configuration';
import type { ErrorKey } from '#domain/errors/error-catalogue';
import type { TransactionType } from '#domain/transaction/status';
import type { Connector, ProviderAccount, ReadStatement } from './connector.js';
import { findConnector } from './registry.js';

/** `calls`: what the provider can do with transactions of this type. */
export type FoundAccount<Type extends TransactionType> =
  | {
      readonly kind: 'found';
      readonly calls: NonNullable<Connector[Type]>;
      readonly account: ProviderAccount;
    }
  | { readonly kind: 'missing'; readonly error: ErrorKey };

/** The MIDs whose connector has a `prepare` call. */
export function midsToPrepare({ providers, mids }: Configuration): readonly string[] {
  return Object.keys(mids).filter((mid) => {
    const connector = findConnector(providers[mids[mid]?.provider ?? '']?.connector ?? '');
    return connector?.payment?.prepare !== undefined || connector?.payout?.prepare !== undefined;
  });
}

/**
 * How to reach a MID's provider, by the configuration of this moment: addresses and credentials may have changed since the
 * transaction was registered, and a MID that is no longer configured is not called.
 */
export function findAccount<Type extends TransactionType>(
  configuration: Configuration,
  { mid: midName, provider: providerName }: { readonly mid: string; readonly provider: string },
  type: Type,
): FoundAccount<Type> {
  const provider = configuration.providers[providerName];
  const mid = configuration.mids[midName];
  const calls = provider && findConnector(provider.connector)?.[type];
  if (!calls || mid?.provider !== providerName) return { kind: 'missing', error: 'providerGone' };
  if (!mid.credentials) return { kind: 'missing', error: 'midWithoutCredentials' };
  return {
    kind: 'found',
    calls,
    account: {
      provider: providerName,
      mid: midName,
      baseUrl: provider.baseUrl,
      credentials: mid.credentials,
    },
  };
}

/** How the statements of a MID are read; undefined if its connector reads none, or it has no credentials. */
export function findStatementOf(
  { mids, providers }: Configuration,
  mid: string,
):
  { readonly read: ReadStatement; readonly account: ProviderAccount; readonly timezone: string } | undefined {
  const { provider = '', credentials, statement } = mids[mid] ?? {};
  const found = providers[provider];
  const read = found && findConnector(found.connector)?.readStatement;
  if (!read || !credentials) return undefined;
  const account = { provider, mid, baseUrl: found.baseUrl, credentials };
  return { read, account, timezone: statement?.timezone ?? 'UTC' };
}
