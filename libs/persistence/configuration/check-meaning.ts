import { decimalsOf } from '#domain/currencies';
import { compareAmounts, decimalsWritten } from '#domain/money';
import { checkBlocklist } from './check-blocklist.js';
import { checkKeys } from './check-keys.js';
import type { MistakeAt, Path } from './mistake.js';
import { parseDuration } from './parse-duration.js';
import { readLogo } from './read-logo.js';
import { soundParts, type ProjectPart, type SoundParts } from './sound-parts.js';
import type {
  WrittenLimits,
  WrittenMerchant,
  WrittenPage,
  WrittenProvider,
  WrittenTiming,
} from './written-configuration.js';

/** What the parts of the file say about each other: names that lead nowhere, keys used twice, limits upside down. */
export function checkMeaning(data: unknown, shape: readonly MistakeAt[]): readonly MistakeAt[] {
  const parts = soundParts(data, shape);
  return [
    ...checkTiming(['timing'], parts.file.timing ?? {}),
    ...checkMerchants(parts),
    ...parts.projects.flatMap((part) => checkProject(part, parts)),
    ...checkProviders(parts),
    ...checkMids(parts),
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
    ...(project.timing ? checkTiming([...at, 'timing'], { ...parts.file.timing, ...project.timing }) : []),
    ...checkLimits([...at, 'limits'], project.limits ?? {}),
    ...checkPage(at, project.page),
    ...checkRoutes({ at, project }, parts),
  ];
}

function checkPage(at: Path, page: WrittenPage | undefined): readonly MistakeAt[] {
  const reading = page?.logo === undefined ? undefined : readLogo(page.logo);
  return reading?.kind === 'refused' ? [{ at: [...at, 'page', 'logo'], message: reading.message }] : [];
}

function checkTiming(at: Path, timing: Partial<WrittenTiming>): readonly MistakeAt[] {
  const call = parseDuration(timing.provider_call ?? '');
  const deadline = parseDuration(timing.response_deadline ?? '');
  if (call === undefined || deadline === undefined || call < deadline) return [];
  return [{ at: [...at, 'provider_call'], message: 'must be shorter than response_deadline' }];
}

function checkLimits(at: Path, { min, max }: WrittenLimits): readonly MistakeAt[] {
  if (min === undefined || max === undefined) return [];
  if (compareAmounts(String(min), String(max)) <= 0) return [];
  return [{ at, message: 'min is larger than max' }];
}

function checkRoutes({ at, project }: ProjectPart, { names }: SoundParts): readonly MistakeAt[] {
  const routes = project.routes ?? [];
  return routes.flatMap((route, index) => {
    const place = [...at, 'routes', index];
    const name = route.name ?? route.mid;
    const settings = route.bank_code_challenges ?? [];
    return [
      ...(names.mids.has(route.mid)
        ? []
        : [{ at: [...place, 'mid'], message: 'there is no MID of this name' }]),
      ...(routes.findIndex((other) => (other.name ?? other.mid) === name) < index
        ? [{ at: place, message: 'another route of the project has this name; give each a name of its own' }]
        : []),
      ...(settings.length > 1 && route.fixture !== true
        ? [{ at: [...place, 'bank_code_challenges'], message: 'more than one setting needs fixture: true' }]
        : []),
    ];
  });
}

/** The defaults of all providers fill what one leaves out. */
function checkProviders({ file }: SoundParts): readonly MistakeAt[] {
  const limitsOf = (at: Path, { limits = {} }: Partial<WrittenProvider>) =>
    Object.entries(limits).flatMap(([method, limit]) => checkLimits([...at, 'limits', method], limit));
  const providers = Object.entries(file.providers ?? {}).flatMap(([name, provider]) => {
    const whole = { ...file.provider_defaults, ...provider };
    return [
      ...limitsOf(['providers', name], provider),
      ...neededOfProvider
        .filter((key) => whole[key] === undefined)
        .map((key) => ({ at: ['providers', name], message: `${key} is missing` })),
    ];
  });
  return [...limitsOf(['provider_defaults'], file.provider_defaults ?? {}), ...providers];
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

function checkMids({ file, names }: SoundParts): readonly MistakeAt[] {
  return Object.entries(file.mids ?? {})
    .filter(([, { provider }]) => !names.providers.has(provider))
    .map(([name]) => ({ at: ['mids', name, 'provider'], message: 'there is no provider of this name' }));
}

function checkRates({ file, names }: SoundParts): readonly MistakeAt[] {
  return (file.rates ?? []).flatMap((rate, index) => {
    if (names.providers.has(rate.source) || rate.fixture === true) return [];
    return [{ at: ['rates', index, 'source'], message: 'there is no provider of this name' }];
  });
}
