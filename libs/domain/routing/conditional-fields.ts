import type { Configuration } from '../configuration.js';
import type { PlannedRoute } from '../transaction/plan.js';
import type { Candidates } from './choose-route.js';
import { siftCandidates, type Sifted } from './sift-candidates.js';

/** Conditional fields that a route's provider or MID asks for with this method (contract §5), as wire paths. */
export function fieldsRequiredBy(
  { providers, mids }: Configuration,
  { provider, mid }: PlannedRoute,
  method: string,
): readonly string[] {
  const asking = [providers[provider]?.requires ?? {}, mids[mid]?.requires ?? {}];
  return [
    ...new Set(asking.flatMap((requires) => [...(requires['all'] ?? []), ...(requires[method] ?? [])])),
  ];
}

/**
 * Fields missing for the preferred candidate refuse the request (31); a further candidate with missing ones is left out
 * of the cascade (contract §3). `missingOf` gives those of the paths that the request has not.
 */
export function checkConditionalFields(
  configuration: Configuration,
  candidates: Candidates,
  method: string,
  missingOf: (paths: readonly string[]) => readonly string[],
  leading = 1,
): Sifted {
  return siftCandidates(candidates, leading, (candidate) => {
    const missing = missingOf(fieldsRequiredBy(configuration, candidate, method));
    if (missing.length === 0) return undefined;
    const description = missing.map((path) => `${path}: is required`).join('; ');
    return { kind: 'refused', error: 'requiredFieldsMissing', description };
  });
}
