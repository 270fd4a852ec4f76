import { customerFields } from '#domain/transaction/request';
import { checkLimits } from './check-routes.js';
import { parseDuration } from './durations.js';
import type { MistakeAt, Path } from './mistake.js';
import type { SoundParts } from './sound-parts.js';
import type { WrittenMid, WrittenProvider } from './written-configuration.js';

/** Providers against themselves and against what their connectors can do. */
export function checkProviders({ file, connectors }: SoundParts): readonly MistakeAt[] {
  const defaults = file.provider_defaults ?? {};
  return [
    ...checkTerms(['provider_defaults'], defaults),
    ...checkSettle(['provider_defaults'], defaults),
    ...Object.entries(file.providers ?? {}).flatMap(([name, provider]) => {
      const at = ['providers', name];
      const whole = { ...defaults, ...provider };
      return [
        ...checkTerms(at, provider),
        ...checkSettle(at, provider),
        ...neededOfProvider
          .filter((key) => whole[key] === undefined)
          .map((key) => ({ at, message: `${key} is missing` })),
        ...checkAbilities(at, whole, connectors),
        ...checkResolution(at, whole, connectors),
      ];
    }),
  ];
}

/** The others are the connector's where they are not written. */
const neededOfProvider = ['connector', 'base_url', 'currencies', 'settle'] as const;

/** The configuration may narrow what a connector can do, and not widen it. */
function checkAbilities(
  at: Path,
  { connector = '', types = [], methods = 'all', challenges = [] }: Partial<WrittenProvider>,
  connectors: SoundParts['connectors'],
): readonly MistakeAt[] {
  const able = connectors[connector];
  if (able === undefined) return [];
  const beyond = [
    ...types.filter((type) => !able.types.includes(type)),
    ...(methods === 'all' || able.methods === 'all' ? [] : methods).filter(
      (method) => !able.methods.includes(method),
    ),
    ...challenges.filter((challenge) => !able.challenges.includes(challenge)),
  ];
  return beyond.map((word) => ({ at, message: `connector ${connector} has no ${word}` }));
}

/** A provider that resolves accounts needs a connector that can. */
function checkResolution(
  at: Path,
  { connector = '', resolve_accounts: asked = false }: Partial<WrittenProvider>,
  connectors: SoundParts['connectors'],
): readonly MistakeAt[] {
  if (asked === false || connectors[connector]?.resolvesAccounts !== false) return [];
  return [{ at: [...at, 'resolve_accounts'], message: `connector ${connector} cannot resolve accounts` }];
}

/** An attempt is sent within half of it (contract §9): without any time nothing ever would be. */
function checkSettle(at: Path, { settle }: Pick<Partial<WrittenProvider>, 'settle'>): readonly MistakeAt[] {
  return settle !== undefined && parseDuration(settle) === 0
    ? [{ at: [...at, 'settle'], message: 'must be longer than zero' }]
    : [];
}

/** By method, of a provider or a MID. */
function checkTerms(
  at: Path,
  { limits = {}, requires = {} }: Pick<Partial<WrittenProvider>, 'limits' | 'requires'>,
): readonly MistakeAt[] {
  return [
    ...Object.entries(limits).flatMap(([method, limit]) => checkLimits([...at, 'limits', method], limit)),
    ...Object.entries(requires).flatMap(([method, paths]) =>
      checkRequired([...at, 'requires', method], paths),
    ),
  ];
}

/** A required field that no request can have would refuse every request. */
function checkRequired(at: Path, paths: readonly string[]): readonly MistakeAt[] {
  const known = new Set(customerFields.map((name) => `customer.${name}`));
  return paths.flatMap((path, index) =>
    path.startsWith('customer.') && !known.has(path)
      ? [{ at: [...at, index], message: 'a customer has no such field' }]
      : [],
  );
}

export function checkMids(parts: SoundParts): readonly MistakeAt[] {
  return Object.entries(parts.file.mids ?? {}).flatMap(([name, mid]) => {
    const at = ['mids', name];
    return [
      ...(parts.names.providers.has(mid.provider)
        ? []
        : [{ at: [...at, 'provider'], message: 'there is no provider with this name' }]),
      ...checkTerms(at, mid),
      ...checkCredentials(at, mid, parts),
    ];
  });
}

/** A MID without any credentials is left alone: its transactions end with `Mid configuration error` (contract §12). */
function checkCredentials(
  at: Path,
  { provider, credentials }: WrittenMid,
  { file, connectors }: SoundParts,
): readonly MistakeAt[] {
  const { connector = '' } = { ...file.provider_defaults, ...file.providers?.[provider] };
  if (credentials === undefined) return [];
  const needed = Object.entries(connectors[connector]?.credentials ?? {});
  return needed.flatMap(([key, { holds, says }]) => {
    const value = credentials[key];
    if (value === undefined) return [{ at: [...at, 'credentials'], message: `${key} is missing` }];
    return holds(value) ? [] : [{ at: [...at, 'credentials', key], message: says }];
  });
}
