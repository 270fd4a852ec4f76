import { decimalsOf } from '#domain/currencies';
import { compareAmounts, decimalsWritten } from '#domain/money';
import { customerFields } from '#domain/transaction/request';
import { checkCredentials, checkKeys } from './check-keys.js';
import { checkLimits, checkRoutes } from './check-routes.js';
import { parseDuration } from './durations.js';
import type { MistakeAt, Path } from './mistake.js';
import { readLogo } from './read-logo.js';
import { soundParts, type ProjectPart, type SoundParts } from './sound-parts.js';
import type {
  WrittenBlock,
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

/** Limits of a wait for somebody, and pauses before something is done again: none of them can be nothing. */
const longerThanNothing = [
  'response_deadline',
  'provider_call',
  'lookup_call',
  'callback_attempt',
  'endpoint_pause_after',
  'endpoint_probe',
  'ended_page',
  'vault_key',
] as const;
const pauses = ['lookup', 'late_lookups', 'suspected_lookup', 'sweep'] as const;

/** A key of the vault lives for twice this and a card's time in it, which is less than a day (contract §14). */
const vaultKeyMaxMs = 11 * 60 * 60_000;

/** `own` is what stands here, `common` what the file says for what does not. */
function checkTiming(
  at: Path,
  own: Partial<WrittenTiming>,
  common: Partial<WrittenTiming> = {},
): readonly MistakeAt[] {
  const zero = { message: 'must be longer than nothing' };
  const { provider_call: call = '', response_deadline: deadline = '' } = { ...common, ...own };
  const vaultKeyMs = own.vault_key === undefined ? undefined : parseDuration(own.vault_key);
  const callMs = parseDuration(call);
  const deadlineMs = parseDuration(deadline);
  return [
    ...longerThanNothing
      .filter((name) => own[name] !== undefined && parseDuration(own[name]) === 0)
      .map((name) => ({ at: [...at, name], ...zero })),
    ...pauses.flatMap((name) =>
      (own[name] ?? []).flatMap((pause, index) =>
        parseDuration(pause) === 0 ? [{ at: [...at, name, index], ...zero }] : [],
      ),
    ),
    ...(vaultKeyMs !== undefined && vaultKeyMs > vaultKeyMaxMs
      ? [{ at: [...at, 'vault_key'], message: 'must not be longer than 11h' }]
      : []),
    ...(callMs !== undefined && deadlineMs !== undefined && callMs >= deadlineMs
      ? [{ at: [...at, 'provider_call'], message: 'must be shorter than response_deadline' }]
      : []),
  ];
}

/** A rate turns one currency into another, is quoted by a provider of the file, and is valid at some time. */
function checkRates({ file, names }: SoundParts): readonly MistakeAt[] {
  return (file.rates ?? []).flatMap((rate, index) => {
    const at = ['rates', index];
    const { valid_from: from, valid_until: until } = rate;
    return [
      ...(names.providers.has(rate.source) || rate.fixture === true
        ? []
        : [{ at: [...at, 'source'], message: 'there is no provider of this name' }]),
      ...(rate.from === rate.to ? [{ at: [...at, 'to'], message: 'is the same currency as from' }] : []),
      ...(compareAmounts(String(rate.rate), '0') > 0
        ? []
        : [{ at: [...at, 'rate'], message: 'must be above zero' }]),
      ...(from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)
        ? [{ at: [...at, 'valid_until'], message: 'must be later than valid_from' }]
        : []),
    ];
  });
}

/** Each scope names those it is for, and each block is on one thing. */
function checkBlocklist({ file, names }: SoundParts): readonly MistakeAt[] {
  const { customers = [], cards = [] } = file.blocklist ?? {};
  return [
    ...customers.flatMap((block, index) => checkBlock(['blocklist', 'customers', index], block, names)),
    ...cards.flatMap((block, index) => checkBlock(['blocklist', 'cards', index], block, names)),
    ...customers.flatMap(({ identifier, email, phone, document }, index) =>
      checkOneOf(['blocklist', 'customers', index], { identifier, email, phone, document }),
    ),
    ...cards.flatMap(({ number, fingerprint, bin }, index) =>
      checkOneOf(['blocklist', 'cards', index], { number, fingerprint, bin }),
    ),
  ];
}

function checkOneOf(at: Path, subjects: Readonly<Record<string, string | undefined>>): readonly MistakeAt[] {
  if (Object.values(subjects).filter((subject) => subject !== undefined).length === 1) return [];
  return [{ at, message: `needs exactly one of ${Object.keys(subjects).join(', ')}` }];
}

function checkBlock(at: Path, block: WrittenBlock, names: SoundParts['names']): readonly MistakeAt[] {
  const place = [...at, 'applies_to'];
  const listed = block.applies_to;
  if (block.scope === 'system' || block.scope === 'global') {
    return listed === undefined ? [] : [{ at: place, message: `scope ${block.scope} is for everyone` }];
  }
  if (listed === undefined) return [{ at, message: 'applies_to is missing' }];
  if (listed === 'all') return [];
  const [known, kind] =
    block.scope === 'project'
      ? ([names.projects, 'project'] as const)
      : ([names.merchants, 'merchant'] as const);
  return listed.flatMap((name, index) =>
    known.has(name) ? [] : [{ at: [...place, index], message: `there is no ${kind} of this name` }],
  );
}
