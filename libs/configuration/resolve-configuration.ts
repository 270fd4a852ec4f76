import type {
  Blocklist,
  CallbackTarget,
  Configuration,
  Merchant,
  Operations,
  Project,
  Provider,
  Rate,
  RiskTerms,
} from '#domain/configuration/configuration';
import type { PageLook } from '#domain/configuration/page-look';
import { usualRefunds, type ProjectRefunds } from '#domain/refunds/project-refunds';
import type { Block, BlockKind } from '#domain/risk/block';
import { toMilliseconds } from './durations.js';
import { readLogo } from './read-logo.js';
import { resolveMid } from './resolve-mid.js';
import { resolveCountedLimits, resolveLimits, resolveRoutes } from './resolve-routes.js';
import { resolveBankAccount, resolveReports } from './resolve-statements.js';
import { resolveTiming } from './resolve-timing.js';
import type { Known } from './text-forms.js';
import { usualTiming, type WholeTiming } from './timing-schema.js';
import type {
  WrittenBlock,
  WrittenCallbackTarget,
  WrittenConfiguration,
  WrittenMerchant,
  WrittenOperations,
  WrittenPage,
  WrittenProject,
  WrittenProvider,
  WrittenRate,
  WrittenRefunds,
  WrittenRisk,
} from './written-configuration.js';

export type Resolving = Known & {
  readonly hashBlocked: (kind: BlockKind, text: string) => string;
};

/** Contract §8. */
const defaultCallbackRate = 50;

/**
 * A checked file to the configuration it stands for. A key of a part replaces the same key of its defaults as a whole;
 * only `timing` is filled up key by key, from the file's own and then from `usualTiming`.
 */
export function resolveConfiguration(written: WrittenConfiguration, resolving: Resolving): Configuration {
  const projects = mapValues(written.projects, (project) => ({ ...written.project_defaults, ...project }));
  const timing = { ...usualTiming, ...written.timing };
  return {
    signedHosts: written.signed_hosts,
    timing: resolveTiming(timing, resolving.methods),
    merchants: mapValues(written.merchants, (merchant, name) =>
      resolveMerchant({ ...written.merchant_defaults, ...merchant }, name),
    ),
    projects: mapValues(projects, (project, name) =>
      resolveProject(project, name, { ...timing, ...project.timing }, resolving),
    ),
    providers: mapValues(written.providers, (provider) =>
      // Checked before: with its defaults a provider is whole.
      resolveProvider({ ...written.provider_defaults, ...provider } as WrittenProvider, resolving),
    ),
    mids: mapValues(written.mids, (mid) => resolveMid(mid, written, resolving.connectors)),
    routes: Object.entries(projects).flatMap(([name, { routes = [] }]) => resolveRoutes(routes, name)),
    rates: (written.rates ?? []).map(resolveRate),
    ...(written.bank_accounts && { bankAccounts: mapValues(written.bank_accounts, resolveBankAccount) }),
    ...(written.match?.bank_days !== undefined && { match: { bankDays: written.match.bank_days } }),
    ...(written.operations && { operations: resolveOperations(written.operations) }),
    blocklist: resolveBlocklist(written.blocklist, resolving.hashBlocked),
  };
}

function resolveOperations({ four_eyes: fourEyes, operators }: WrittenOperations): Operations {
  return { ...(fourEyes !== undefined && { fourEyes }), ...(operators !== undefined && { operators }) };
}

function resolveMerchant(written: WrittenMerchant, name: string): Merchant {
  const customerLimits = resolveCountedLimits(written.customer_limits);
  return {
    name: written.name ?? name,
    enabled: written.enabled ?? true,
    openingBalances: mapValues(written.opening_balances ?? {}, String),
    ...(customerLimits && { customerLimits }),
  };
}

function resolveProject(
  written: WrittenProject,
  name: string,
  timing: WholeTiming,
  { methods }: Resolving,
): Project {
  const countedLimits = resolveCountedLimits(written.limits);
  return {
    merchant: written.merchant ?? name,
    enabled: written.enabled ?? true,
    keys: resolveKeys(written.keys),
    callbackKeys: resolveKeys(written.callback_keys),
    methods: written.methods ?? 'all',
    callbackTargets: (written.callback_targets ?? []).map(resolveCallbackTarget),
    callbackRate: written.callback_rate ?? defaultCallbackRate,
    defaults: written.default_urls ?? {},
    strictDocuments: written.strict_documents ?? false,
    ...(written.limits && { limits: resolveLimits(written.limits) }),
    ...(countedLimits && { countedLimits }),
    ...(written.payouts_in_flight_max && { payoutsInFlightMax: written.payouts_in_flight_max }),
    ...(written.requests_per_second_max && { requestsPerSecondMax: written.requests_per_second_max }),
    ...(written.project_requests_per_second_max && {
      projectRequestsPerSecondMax: written.project_requests_per_second_max,
    }),
    ...(written.risk && { risk: resolveRisk(written.risk) }),
    refunds: resolveRefunds(written.refunds),
    ...(written.billing_currency && { billingCurrency: written.billing_currency }),
    ...(written.page && { page: resolvePage(written.page) }),
    ...(written.page?.retries && { pageRetries: written.page.retries }),
    ...(written.reports && { reports: resolveReports(written.reports) }),
    timing: resolveTiming(timing, methods),
  };
}

function resolveRefunds({
  within,
  max_per_payment: maxPerPayment = usualRefunds.maxPerPayment,
  from = usualRefunds.from,
  approval_above: approvalAbove = usualRefunds.approvalAbove,
}: WrittenRefunds = {}): ProjectRefunds {
  return {
    ...(within !== undefined && { withinMs: toMilliseconds(within) }),
    maxPerPayment,
    from,
    approvalAbove: mapValues(approvalAbove, String),
  };
}

function resolveRisk({ card_testing: testing, faulty_forms: faultyFormsMax }: WrittenRisk): RiskTerms {
  return {
    ...(testing && {
      cardTesting: {
        declines:
          typeof testing.declines === 'number'
            ? { customer: testing.declines, address: testing.declines }
            : testing.declines,
        withinMs: toMilliseconds(testing.within),
        blockedForMs: toMilliseconds(testing.blocked_for),
      },
    }),
    ...(faultyFormsMax && { faultyFormsMax }),
  };
}

/** The check has refused pictures that cannot be read. */
function resolvePage({ name, color, logo, links, cards, marks }: WrittenPage): PageLook {
  const reading = logo === undefined ? undefined : readLogo(logo, 'logo');
  return {
    ...(name && { name }),
    ...(color && { color: color.toLowerCase() }),
    ...(reading?.kind === 'logo' && { logo: reading.logo }),
    ...(links && { links }),
    ...(cards && { cards }),
    ...(marks && { marks: resolveMarks(marks) }),
  };
}

function resolveMarks(written: NonNullable<WrittenPage['marks']>): NonNullable<PageLook['marks']> {
  const marks = Object.entries(written).flatMap(([name, path]) => {
    const reading = readLogo(path, 'mark');
    return reading.kind === 'logo' ? [[name, reading.logo] as const] : [];
  });
  return Object.fromEntries(marks);
}

function resolveKeys(
  written: Readonly<Record<string, string>> = {},
): readonly { id: string; secret: string }[] {
  return Object.entries(written).map(([id, secret]) => ({ id, secret }));
}

function resolveCallbackTarget(written: WrittenCallbackTarget): CallbackTarget {
  return { ...written, ports: written.ports ?? [] };
}

/** What is not written is as its connector has it. */
function resolveProvider(written: WrittenProvider, { connectors }: Known): Provider {
  const able = connectors[written.connector];
  const { types = able?.types ?? [], challenges = able?.challenges ?? [], methods = 'all' } = written;
  return {
    connector: written.connector,
    enabled: written.enabled ?? true,
    baseUrl: written.base_url,
    types,
    methods: methods === 'all' ? (able?.methods ?? methods) : methods,
    currencies: written.currencies,
    requires: written.requires ?? {},
    limits: mapValues(written.limits ?? {}, resolveLimits),
    challenges,
    ...(able?.refundTerms && { refundTerms: able.refundTerms }),
    settleMs: toMilliseconds(written.settle),
    ...resolveAccountCheck(written.resolve_accounts),
    ...resolveCircuit(written.circuit),
  };
}

/** `true` is every usual rule; a file with one rule has the other as usual. */
function resolveAccountCheck(
  written: WrittenProvider['resolve_accounts'] = false,
): Pick<Provider, 'resolveAccounts'> {
  if (written === false) return {};
  const { mismatch = 'refuse', no_answer: noAnswer = 'continue' } = written === true ? {} : written;
  return { resolveAccounts: { mismatch, noAnswer } };
}

function resolveCircuit(circuit: WrittenProvider['circuit']): Pick<Provider, 'circuit'> {
  if (circuit === undefined || circuit === 'none') return {};
  return { circuit: { failures: circuit.failures, cooldownMs: toMilliseconds(circuit.cooldown) } };
}

function resolveRate(written: WrittenRate): Rate {
  return {
    from: written.from,
    to: written.to,
    rate: String(written.rate),
    source: written.source,
    ...(written.valid_from && { validFrom: written.valid_from }),
    ...(written.valid_until && { validUntil: written.valid_until }),
  };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** Blocks as the file names them to blocks as they are kept: hashed, each on the one thing that it names. */
function resolveBlocklist(
  { customers = [], cards = [] }: NonNullable<WrittenConfiguration['blocklist']> = {},
  hashBlocked: (kind: BlockKind, text: string) => string,
): Blocklist {
  return {
    customers: customers.flatMap((written) =>
      namesOfCustomers.flatMap((kind) => {
        const text = written[kind];
        return text === undefined ? [] : [{ kind, value: hashBlocked(kind, text), ...termsOf(written) }];
      }),
    ),
    cards: cards.flatMap((written) => {
      const { number, fingerprint, bin } = written;
      const terms = termsOf(written);
      return [
        ...(number === undefined
          ? []
          : [{ kind: 'card', value: hashBlocked('card', number), ...terms } as const]),
        ...(fingerprint === undefined ? [] : [{ kind: 'card', value: fingerprint, ...terms } as const]),
        ...(bin === undefined ? [] : [{ kind: 'bin', value: hashBlocked('bin', bin), ...terms } as const]),
      ];
    }),
  };
}

const namesOfCustomers = ['identifier', 'email', 'phone', 'document'] as const;

function termsOf({
  scope,
  applies_to: appliesTo = 'all',
  reason,
  author,
  expires,
}: WrittenBlock): Omit<Block, 'kind' | 'value'> {
  return {
    scope,
    appliesTo,
    ...(reason && { reason }),
    ...(author && { author }),
    ...(expires && { expires }),
  };
}
