import type { AmountLimits, Configuration } from '../configuration.js';
import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates } from './choose-route.js';
import { isWithin } from './is-within.js';
import type { Refusal } from './refusal.js';
import { siftCandidates, type Sifted } from './sift-candidates.js';

/**
 * Amount limits of the project, of the chosen provider and of its MID, all inclusive (1132). A further candidate that
 * does not take the amount is left out of the cascade. `amount` is a decimal string in major units.
 */
export function checkLimits(
  { projects, providers, mids }: Configuration,
  projectCode: string,
  candidates: Candidates,
  { method, amount }: { readonly method: string; readonly amount: string },
  leading = 1,
): Sifted {
  const isTaken = (limits: Readonly<Record<string, AmountLimits>> = {}) =>
    isWithin(limits['all'], amount) && isWithin(limits[method], amount);
  const refuseAmount = ({ provider, mid }: PlannedRoute) => {
    if (!isTaken(providers[provider]?.limits)) return outside('provider');
    return isTaken(mids[mid]?.limits) ? undefined : outside('MID');
  };
  if (isWithin(projects[projectCode]?.limits, amount))
    return siftCandidates(candidates, leading, refuseAmount);
  return { ...outside('project'), left: [] };
}

function outside(whose: 'project' | 'provider' | 'MID'): Refusal {
  return {
    kind: 'refused',
    error: 'limitExceeded',
    description: `amount: outside the limits of the ${whose}`,
  };
}
