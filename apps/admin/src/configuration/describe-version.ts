import type { ConfigurationVersion } from '#persistence/configuration/list-versions';

export function describeVersion({ version, appliedBy, appliedAt }: ConfigurationVersion): string {
  return `Version ${version}, applied ${appliedAt.toISOString()} by ${appliedBy}.`;
}
