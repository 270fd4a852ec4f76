import { decimalsOf } from '#domain/values/currencies';
import { personOf } from '#domain/configuration/operators';
import { compareAmounts, decimalsWritten } from '#domain/values/money';
import { checkCurrencies } from './check-currencies.js';
import { checkKeys } from './check-keys.js';
import { checkMids, checkProviders } from './check-providers.js';
import { checkLimits, checkRoutes } from './check-routes.js';
import { parseDuration } from './durations.js';
import type { MistakeAt, Path } from './mistake.js';
import { checkStatements } from './check-statements.js';
import { readLogo } from './read-logo.js';
import type { Amount } from './schema-parts.js';
import { soundParts, type ProjectPart, type SoundParts } from './sound-parts.js';
import type { Known } from './text-forms.js';
import { usualTiming } from './timing-schema.js';
import type {
  WrittenBlock,
  WrittenMerchant,
  WrittenPage,
  WrittenRefunds,
  WrittenTiming,
} from './written-configuration.js';

/** What the parts of the file say about each other: names that lead nowhere, keys used twice, limits upside down. */
export function checkMeaning(
  data: unknown,
  shape: readonly MistakeAt[],
  connectors: Known['connectors'],
): readonly MistakeAt[] {
  const parts = soundParts(data, shape, connectors);
  return [
    ...checkTiming(['timing'], parts.file.timing ?? {}),
    ...checkOperators(parts),
    ...checkMerchants(parts),
    ...parts.projects.flatMap((part) => checkProject(part, parts)),
    ...checkProviders(parts),
    ...checkMids(parts),
    ...checkStatements(parts),
    ...checkCurrencies(parts),
    ...checkKeys(parts),
    ...checkRates(parts),
    ...checkBlocklist(parts),
  ];
}

/** Two names of one person would pass for two operators. */
function checkOperators({ file }: SoundParts): readonly MistakeAt[] {
  const { four_eyes: fourEyes, operators = 'proxy' } = file.operations ?? {};
  if (operators === 'proxy') return [];
  const at: Path = ['operations', 'operators'];
  const persons = operators.map(personOf);
  return [
    ...persons.flatMap((person, index) =>
      persons.indexOf(person) < index
        ? [{ at: [...at, index], message: 'is a name of somebody who is named before' }]
        : [],
    ),
    ...(fourEyes === true && new Set(persons).size < 2
      ? [{ at, message: 'must name two at least where four_eyes is on' }]
      : []),
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

/** A balance with more decimals than its currency could not be paid out. */
function checkOpeningBalances(at: Path, merchant: WrittenMerchant | undefined): readonly MistakeAt[] {
  return checkDecimals([...at, 'opening_balances'], merchant?.opening_balances);
}

/** Amounts by currency that are finer than their currency. */
function checkDecimals(at: Path, amounts: Readonly<Record<string, Amount>> = {}): readonly MistakeAt[] {
  return Object.entries(amounts)
    .filter(([currency, amount]) => decimalsWritten(String(amount)) > (decimalsOf(currency) ?? 0))
    .map(([currency]) => ({ at: [...at, currency], message: `has more decimals than ${currency} has` }));
}

function checkProject({ at, project, merchant }: ProjectPart, parts: SoundParts): readonly MistakeAt[] {
  return [
    ...(merchant === undefined || parts.names.merchants.has(merchant)
      ? []
      : [{ at: [...at, 'merchant'], message: `there is no merchant ${merchant}` }]),
    ...(project.timing ? checkTiming([...at, 'timing'], project.timing, parts.file.timing) : []),
    ...checkLimits([...at, 'limits'], project.limits ?? {}),
    ...checkRefunds([...at, 'refunds'], project.refunds),
    ...checkPage(at, project.page),
    ...checkRoutes({ at, project }, parts),
  ];
}

/** A project that refunds nothing narrows the `types` of its providers instead. */
function checkRefunds(
  at: Path,
  { within, approval_above: limits }: WrittenRefunds = {},
): readonly MistakeAt[] {
  return [
    ...(within !== undefined && parseDuration(within) === 0
      ? [{ at: [...at, 'within'], message: 'must be longer than zero' }]
      : []),
    ...checkDecimals([...at, 'approval_above'], limits),
  ];
}

function checkPage(at: Path, { logo, marks = {} }: WrittenPage = {}): readonly MistakeAt[] {
  const readings = [
    ...(logo === undefined ? [] : [{ place: ['logo'], reading: readLogo(logo, 'logo') }]),
    ...Object.entries(marks).map(([name, path]) => ({
      place: ['marks', name],
      reading: readLogo(path, 'mark'),
    })),
  ];
  return readings.flatMap(({ place, reading }) =>
    reading.kind === 'refused' ? [{ at: [...at, 'page', ...place], message: reading.message }] : [],
  );
}

/** Time limits and pauses, all of which must be longer than zero. */
const longerThanNothing = [
  'response_deadline',
  'provider_call',
  'lookup_call',
  'callback_attempt',
  'endpoint_pause_after',
  'endpoint_probe',
  'refund_approval',
  'ended_page',
  'vault_key',
  'reconcile_lag',
  'settlement_due',
] as const;
const pauses = [
  'lookup',
  'late_lookups',
  'late_success_lookups',
  'late_refund_lookups',
  'suspected_lookup',
  'recovery',
] as const;

/** A key of the vault lives for twice this and a card's time in it, which is less than a day (contract §14). */
const vaultKeyMaxMs = 11 * 60 * 60_000;

/** Merchants ask for the history of a payment, and operators look into it, for weeks after its end. */
const historyMinMs = 31 * 24 * 60 * 60_000;

/** `own` are the timings written here, `common` those of the file, for a project. */
function checkTiming(at: Path, own: WrittenTiming, common: WrittenTiming = {}): readonly MistakeAt[] {
  const zero = { message: 'must be longer than zero' };
  const { provider_call: call, response_deadline: deadline } = { ...usualTiming, ...common, ...own };
  const vaultKeyMs = own.vault_key === undefined ? undefined : parseDuration(own.vault_key);
  const { history } = own.retention ?? {};
  const historyMs = history === undefined ? undefined : parseDuration(history);
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
    ...(historyMs !== undefined && historyMs < historyMinMs
      ? [{ at: [...at, 'retention', 'history'], message: 'must not be shorter than 31d' }]
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
        : [{ at: [...at, 'source'], message: 'there is no provider with this name' }]),
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
    known.has(name) ? [] : [{ at: [...place, index], message: `there is no ${kind} with this name` }],
  );
}
