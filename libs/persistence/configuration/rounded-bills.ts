import type { Configuration, Route } from '#domain/configuration/configuration';

/**
 * Where a project that bills in another currency bounds its amounts from below nowhere: `projects.shop.limits.min`, or the
 * same of each route that has no least amount in a currency with a rate. A bill is rounded half-up (contract §13), so that
 * amounts of a few minor units can be chosen which are billed up to half a minor unit less than they are worth.
 */
export function unboundedBills({
  projects,
  routes,
  rates,
}: Pick<Configuration, 'projects' | 'routes' | 'rates'>): readonly string[] {
  return Object.entries(projects).flatMap(([code, { billingCurrency, limits }]) => {
    if (limits?.min !== undefined) return [];
    // In a currency without a rate a request is refused.
    const converted = rates.filter(({ to }) => to === billingCurrency).map(({ from }) => from);
    const own = routes.filter(({ project }) => project === code);
    const open = own.filter((route) => converted.some((currency) => isUnbounded(route, currency)));
    if (open.length === 0) return [];
    if (open.length === own.length) return [`projects.${code}.limits.min`];
    return open.map(({ name }) => `projects.${code}.routes.${name}.amount.min`);
  });
}

function isUnbounded({ conditions: { currencies, amount = {} } = {} }: Route, currency: string): boolean {
  if (currencies !== undefined && !currencies.includes(currency)) return false;
  return (amount[currency] ?? amount['all'])?.min === undefined;
}
