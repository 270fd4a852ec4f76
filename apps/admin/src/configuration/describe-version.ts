import type { ConfigurationVersion } from '#persistence/configuration/configurations';

export function describeVersion({ version, appliedBy, appliedAt }: ConfigurationVersion): string {
  return `Version ${version}, applied ${appliedAt.toISOString()} by ${appliedBy}.`;
}
