import { compareAmounts } from '#domain/values/money';
import { routedTypes } from '#domain/transaction/status';
import type { MistakeAt, Path } from './mistake.js';
import type { ProjectPart, SoundParts } from './sound-parts.js';
import { splitAmount, type WrittenLimits, type WrittenRoute } from './written-configuration.js';

/** MIDs that are not there, names used twice, settings and limits at odds, and an order that is left open. */
export function checkRoutes({ at, project }: ProjectPart, parts: SoundParts): readonly MistakeAt[] {
  const { names } = parts;
  const routes = project.routes ?? [];
  return routes.flatMap((route, index) => {
    const place = [...at, 'routes', index];
    const name = nameOf(route);
    const settings = route.bank_code_challenges ?? [];
    return [
      ...(names.mids.has(route.mid)
        ? []
        : [{ at: [...place, 'mid'], message: 'there is no MID with this name' }]),
      ...(routes.findIndex((other) => nameOf(other) === name) < index
        ? [{ at: place, message: 'another route of the project has this name; give each a name of its own' }]
        : []),
      ...(settings.length > 1 && route.fixture !== true
        ? [{ at: [...place, 'bank_code_challenges'], message: 'more than one setting needs fixture: true' }]
        : []),
      ...splitAmount(route.amount ?? {}).flatMap(({ name: currency, limits }) =>
        checkLimits([...place, 'amount', ...(currency === 'all' ? [] : [currency])], limits),
      ),
      ...checkDirections(route, parts).map((message) => ({ at: place, message })),
      ...checkOrder(route, routes).map((message) => ({ at: place, message })),
    ];
  });
}

function nameOf({ name, mid }: WrittenRoute): string {
  return name ?? mid;
}

/**
 * A route that sends payouts to a provider that only takes payments, or the other way round. Without `types` a route is
 * for both: then only what the connector cannot do is a mistake, and what the configuration leaves out is not.
 */
function checkDirections(
  route: WrittenRoute,
  { file: { mids = {}, providers = {}, provider_defaults: defaults }, connectors }: SoundParts,
): readonly string[] {
  const name = mids[route.mid]?.provider ?? '';
  const { connector = '', types } = { ...defaults, ...providers[name] };
  const known = (route.types && types) ?? connectors[connector]?.types;
  if (known === undefined) return [];
  const able = routedTypes.filter((type) => known.includes(type));
  return (route.types ?? routedTypes)
    .filter((type) => !able.includes(type))
    .map(
      (type) => `route ${nameOf(route)} sends ${type}s to provider ${name}, which takes ${able.join()}s only`,
    );
}

/** What would leave open which of two routes comes first. */
function checkOrder(route: WrittenRoute, routes: readonly WrittenRoute[]): readonly string[] {
  if (route.priority === undefined) {
    return routes.some(({ priority }) => priority !== undefined)
      ? ['other routes of the project have a priority; give one to each, or to none']
      : [];
  }
  const equals = routes.filter(({ priority }) => priority === route.priority);
  return route.weight === undefined && equals.some(({ weight }) => weight !== undefined)
    ? ['another route of this priority has a weight; give one to each of them, or to none']
    : [];
}

export function checkLimits(at: Path, { min, max }: WrittenLimits): readonly MistakeAt[] {
  if (min === undefined || max === undefined) return [];
  if (compareAmounts(String(min), String(max)) <= 0) return [];
  return [{ at, message: 'min is larger than max' }];
}
