import type { AmountLimits, Configuration } from '../configuration.js';
import { compareAmounts } from '../money.js';
import type { PlannedRoute } from '../plan.js';
import type { Candidates, LeftRoute } from './choose-route.js';
import type { Refusal } from './refusal.js';

/**
 * Amount limits of the project and of the chosen provider, both inclusive (1132). A further candidate whose provider
 * does not take the amount is left out of the cascade. `amount` is a decimal string in major units.
 */
export function checkLimits(
  configuration: Configuration,
  projectCode: string,
  [first, ...further]: Candidates,
  { method, amount }: { readonly method: string; readonly amount: string },
):
  | { readonly kind: 'within'; readonly candidates: Candidates; readonly left: readonly LeftRoute[] }
  | Refusal {
  if (!isWithin(configuration.projects[projectCode]?.limits, amount)) return outside('project');
  const isTaken = ({ provider }: PlannedRoute) => {
    const limits = configuration.providers[provider]?.limits;
    return isWithin(limits?.['all'], amount) && isWithin(limits?.[method], amount);
  };
  if (!isTaken(first)) return outside('provider');
  const { error, description } = outside('provider');
  return {
    kind: 'within',
    candidates: [first, ...further.filter(isTaken)],
    left: further
      .filter((candidate) => !isTaken(candidate))
      .map(({ route }) => ({ route, error, ...(description !== undefined && { description }) })),
  };
}

function isWithin(limits: AmountLimits | undefined, amount: string): boolean {
  if (limits?.min !== undefined && compareAmounts(amount, limits.min) < 0) return false;
  return limits?.max === undefined || compareAmounts(amount, limits.max) <= 0;
}

function outside(whose: 'project' | 'provider'): Refusal {
  return {
    kind: 'refused',
    error: 'limitExceeded',
    description: `amount: outside the limits of the ${whose}`,
  };
}
