import type { BankCodeChallenge, Configuration } from '../configuration.js';
import type { PlannedRoute } from '../transaction/plan.js';

/**
 * Where the banks of a route come from. A route without exactly one setting offers no challenge (contract §12), but its
 * provider has banks all the same, and they can be listed.
 */
export function bankSource(
  { routes }: Pick<Configuration, 'routes'>,
  project: string,
  { route }: Pick<PlannedRoute, 'route'>,
): BankCodeChallenge {
  const planned = routes.find((candidate) => candidate.project === project && candidate.name === route);
  const [setting, ...further] = planned?.bankCodeChallenges ?? [];
  return setting === undefined || further.length > 0 ? 'provider_banks' : setting;
}
