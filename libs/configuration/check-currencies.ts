import type { MistakeAt, Path } from './mistake.js';
import type { ProjectPart, SoundParts } from './sound-parts.js';
import type { WrittenMid, WrittenProvider, WrittenRoute } from './written-configuration.js';

type Currencies = WrittenProvider['currencies'];
/** `all`: of any currency. */
type Listed = 'all' | readonly string[];

/**
 * Currencies that a connector has no minor unit for: what is sent there would be another amount. A provider that takes them is
 * refused with each route that sends them there, or by itself where no route does.
 */
export function checkCurrencies({ file, projects, connectors }: SoundParts): readonly MistakeAt[] {
  const { mids = {}, providers = {}, provider_defaults: defaults } = file;
  return Object.entries(providers).flatMap(([name, written]) => {
    const provider = { ...defaults, ...written };
    const { connector = '', currencies } = provider;
    const { decimals = 'iso' } = connectors[connector] ?? {};
    if (decimals === 'iso' || currencies === undefined) return [];
    const has = (currency: string) => Object.hasOwn(decimals, currency);
    const counted = `connector ${connector} counts ${Object.keys(decimals).join(', ')} only`;
    const sent = routesTo(name, projects, mids).flatMap(({ at, route, mid }) =>
      uncounted(takenBy([currencies, mid.currencies, route.currencies], route.methods), has).map(
        (currency) => ({
          currency,
          mistake: {
            at,
            message: `route ${route.name ?? route.mid} sends ${currency} to provider ${name}; ${counted}`,
          },
        }),
      ),
    );
    const known = new Set(sent.map(({ currency }) => currency));
    const unsent = uncounted(takenBy([currencies], undefined), has).filter(
      (currency) => currency !== anyCurrency && !known.has(currency),
    );
    return [
      ...sent.map(({ mistake }) => mistake),
      ...unsent.map((currency) => ({
        at: ['providers', name, 'currencies'],
        message: `provider ${name} takes ${currency}; ${counted}`,
      })),
    ];
  });
}

const anyCurrency = 'any currency';

type RouteTo = { readonly at: Path; readonly route: WrittenRoute; readonly mid: WrittenMid };

function routesTo(
  provider: string,
  projects: readonly ProjectPart[],
  mids: Readonly<Record<string, WrittenMid>>,
): readonly RouteTo[] {
  return projects.flatMap(({ at, project: { routes = [] } }) =>
    routes.flatMap((route, index) => {
      const mid = mids[route.mid];
      return mid?.provider === provider ? [{ at: [...at, 'routes', index], route, mid }] : [];
    }),
  );
}

/** What all of them take, for each method that one of them names, and for the others. */
function takenBy(
  layers: readonly (Currencies | undefined)[],
  methods: WrittenRoute['methods'],
): readonly Listed[] {
  const named = layers.flatMap((layer) => (isListed(layer) ? [] : Object.keys(layer)));
  const asked = methods === undefined || methods === 'all' ? [...named, 'all'] : methods;
  return [...new Set(asked)].map((method) =>
    layers
      .map((layer): Listed => {
        if (isListed(layer)) return layer ?? 'all';
        return (Object.hasOwn(layer, method) ? layer[method] : undefined) ?? layer.all;
      })
      .reduce((taken, next) => {
        if (taken === 'all') return next;
        return next === 'all' ? taken : taken.filter((currency) => next.includes(currency));
      }),
  );
}

function isListed(layer: Currencies | undefined): layer is Listed | undefined {
  return layer === undefined || layer === 'all' || Array.isArray(layer);
}

function uncounted(taken: readonly Listed[], has: (currency: string) => boolean): readonly string[] {
  const names = taken.flatMap((listed) => (listed === 'all' ? [anyCurrency] : listed));
  return [...new Set(names)].filter((name) => name === anyCurrency || !has(name));
}
