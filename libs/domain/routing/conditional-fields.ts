import type { Configuration } from '../configuration.js';
import type { PlannedRoute } from '../plan.js';
import type { Candidates, LeftRoute } from './choose-route.js';

/** Conditional fields that a route's provider asks for with this method (contract §5), as wire paths. */
export function fieldsRequiredBy(
  { providers }: Configuration,
  { provider }: PlannedRoute,
  method: string,
): readonly string[] {
  const requires = providers[provider]?.requires ?? {};
  return [...new Set([...(requires['all'] ?? []), ...(requires[method] ?? [])])];
}

/**
 * Fields missing for the first candidate refuse the request (31); a further candidate with missing ones is left out of
 * the cascade (contract §3). `missingOf` gives those of the paths that the request has not.
 */
export function checkConditionalFields(
  configuration: Configuration,
  [first, ...further]: Candidates,
  method: string,
  missingOf: (paths: readonly string[]) => readonly string[],
):
  | { readonly kind: 'complete'; readonly candidates: Candidates; readonly left: readonly LeftRoute[] }
  | { readonly kind: 'missing'; readonly paths: readonly string[] } {
  const missingFor = (candidate: PlannedRoute) =>
    missingOf(fieldsRequiredBy(configuration, candidate, method));
  const paths = missingFor(first);
  if (paths.length > 0) return { kind: 'missing', paths };
  const judged = further.map((candidate) => ({ candidate, missing: missingFor(candidate) }));
  const complete = judged.filter(({ missing }) => missing.length === 0);
  const incomplete = judged.filter(({ missing }) => missing.length > 0);
  return {
    kind: 'complete',
    candidates: [first, ...complete.map(({ candidate }) => candidate)],
    left: incomplete.map(({ candidate: { route }, missing }) => ({
      route,
      error: 'requiredFieldsMissing',
      description: describeMissing(missing),
    })),
  };
}

/** `customer.email: is required; customer.phone: is required` */
export function describeMissing(paths: readonly string[]): string {
  return paths.map((path) => `${path}: is required`).join('; ');
}
