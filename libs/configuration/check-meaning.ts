import { decimalsOf } from '#domain/currencies';
import { decimalsWritten } from '#domain/money';
import { customerFields } from '#domain/transaction/request';
import { checkBlocklist } from './check-blocklist.js';
import { checkCredentials } from './check-credentials.js';
import { checkKeys } from './check-keys.js';
import { checkLimits } from './check-limits.js';
import { checkRates } from './check-rates.js';
import { checkRoutes } from './check-routes.js';
import { checkTiming } from './check-timing.js';
import type { MistakeAt, Path } from './mistake.js';
import { parseDuration } from './parse-duration.js';
import { readLogo } from './read-logo.js';
import { soundParts, type ProjectPart, type SoundParts } from './sound-parts.js';
import type { WrittenMerchant, WrittenPage, WrittenProvider } from './written-configuration.js';

/** What the parts of the file say about each other: names that lead nowhere, keys used twice, limits upside down. */
export function checkMeaning(data: unknown, shape: readonly MistakeAt[]): readonly MistakeAt[] {
  const parts = soundParts(data, shape);
  return [
    ...checkTiming(['timing'], parts.file.timing ?? {}),
    ...checkMerchants(parts),
    ...parts.projects.flatMap((part) => checkProject(part, parts)),
    ...checkProviders(parts),
    ...checkMids(parts),
    ...checkCredentials(parts),
    ...checkKeys(parts),
    ...checkRates(parts),
    ...checkBlocklist(parts),
  ];
}

function checkMerchants({ file }: SoundParts): readonly MistakeAt[] {
  return [
    ...checkOpeningBalances(['merchant_defaults'], file.merchant_defaults),
    ...Object.entries(file.merchants ?? {}).flatMap(([name, merchant]) =>
      checkOpeningBalances(['merchants', name], merchant),
    ),
  ];
}

/** What is posted must be something that can be paid out. */
function checkOpeningBalances(at: Path, merchant: WrittenMerchant | undefined): readonly MistakeAt[] {
  return Object.entries(merchant?.opening_balances ?? {})
    .filter(([currency, amount]) => decimalsWritten(String(amount)) > (decimalsOf(currency) ?? 0))
    .map(([currency]) => ({
      at: [...at, 'opening_balances', currency],
      message: `has more decimals than ${currency} has`,
    }));
}

function checkProject({ at, project, merchant }: ProjectPart, parts: SoundParts): readonly MistakeAt[] {
  return [
    ...(merchant === undefined || parts.names.merchants.has(merchant)
      ? []
      : [{ at: [...at, 'merchant'], message: `there is no merchant ${merchant}` }]),
    ...(project.timing ? checkTiming([...at, 'timing'], project.timing, parts.file.timing) : []),
    ...checkLimits([...at, 'limits'], project.limits ?? {}),
    ...checkPage(at, project.page),
    ...checkRoutes({ at, project }, parts),
  ];
}

function checkPage(at: Path, page: WrittenPage | undefined): readonly MistakeAt[] {
  const reading = page?.logo === undefined ? undefined : readLogo(page.logo);
  return reading?.kind === 'refused' ? [{ at: [...at, 'page', 'logo'], message: reading.message }] : [];
}

/** The defaults of all providers fill what one leaves out. */
function checkProviders({ file }: SoundParts): readonly MistakeAt[] {
  const providers = Object.entries(file.providers ?? {}).flatMap(([name, provider]) => {
    const whole = { ...file.provider_defaults, ...provider };
    return [
      ...checkTerms(['providers', name], provider),
      ...checkSettle(['providers', name], provider),
      ...neededOfProvider
        .filter((key) => whole[key] === undefined)
        .map((key) => ({ at: ['providers', name], message: `${key} is missing` })),
    ];
  });
  const defaults = file.provider_defaults ?? {};
  return [
    ...checkTerms(['provider_defaults'], defaults),
    ...checkSettle(['provider_defaults'], defaults),
    ...providers,
  ];
}

/** An attempt is sent within half of it (contract §9): without any time nothing ever would be. */
function checkSettle(at: Path, { settle }: Pick<Partial<WrittenProvider>, 'settle'>): readonly MistakeAt[] {
  return settle !== undefined && parseDuration(settle) === 0
    ? [{ at: [...at, 'settle'], message: 'must be longer than nothing' }]
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

const neededOfProvider = [
  'connector',
  'base_url',
  'types',
  'methods',
  'currencies',
  'challenges',
  'settle',
] as const;

/** A field that nobody can send would refuse every request. */
function checkRequired(at: Path, paths: readonly string[]): readonly MistakeAt[] {
  const known = new Set(customerFields.map((name) => `customer.${name}`));
  return paths.flatMap((path, index) =>
    path.startsWith('customer.') && !known.has(path)
      ? [{ at: [...at, index], message: 'a customer has no such field' }]
      : [],
  );
}

function checkMids({ file, names }: SoundParts): readonly MistakeAt[] {
  return Object.entries(file.mids ?? {}).flatMap(([name, mid]) => [
    ...(names.providers.has(mid.provider)
      ? []
      : [{ at: ['mids', name, 'provider'], message: 'there is no provider of this name' }]),
    ...checkTerms(['mids', name], mid),
  ]);
}
