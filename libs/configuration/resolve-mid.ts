import type { Mid } from '#domain/configuration/configuration';
import { resolveCountedLimits, resolveLimits } from './resolve-routes.js';
import { resolveFees, resolveStatement } from './resolve-statements.js';
import type { Known } from './text-forms.js';
import type { WrittenConfiguration, WrittenMid } from './written-configuration.js';

/** An account at a provider; its connector recognizes the credentials of a test account. */
export function resolveMid(
  {
    enabled = true,
    limits,
    counted_limits,
    requests_per_second_max,
    statement,
    fees,
    fee_tolerance: feeTolerance,
    ...written
  }: WrittenMid,
  { providers, provider_defaults: defaults }: WrittenConfiguration,
  connectors: Known['connectors'],
): Mid {
  const { connector = '' } = { ...defaults, ...providers[written.provider] };
  const terms = connectors[connector]?.credentials ?? {};
  const testCredentials = Object.entries(written.credentials ?? {}).flatMap(([name, text]) =>
    terms[name]?.isTest?.(text) === true ? [name] : [],
  );
  const countedLimits = resolveCountedLimits(counted_limits);
  return {
    ...written,
    enabled,
    ...(testCredentials.length > 0 && { testCredentials }),
    ...(limits && {
      limits: Object.fromEntries(Object.entries(limits).map(([type, given]) => [type, resolveLimits(given)])),
    }),
    ...(countedLimits && { countedLimits }),
    ...(requests_per_second_max && { requestsPerSecondMax: requests_per_second_max }),
    ...(statement && { statement: resolveStatement(statement, connector) }),
    ...(fees && { fees: resolveFees(fees) }),
    ...(feeTolerance !== undefined && { feeTolerance }),
  };
}
