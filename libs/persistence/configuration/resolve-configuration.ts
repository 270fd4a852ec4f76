import type {
  AmountLimits,
  Block,
  CallbackTarget,
  Configuration,
  Merchant,
  Mid,
  Project,
  Provider,
  Rate,
  Route,
} from '#domain/configuration';
import { resolveCountedLimits } from './resolve-counted-limits.js';
import { resolveTiming, toMilliseconds } from './resolve-timing.js';
import type {
  WrittenBlock,
  WrittenCallbackTarget,
  WrittenConfiguration,
  WrittenLimits,
  WrittenMerchant,
  WrittenMid,
  WrittenProject,
  WrittenProvider,
  WrittenRate,
  WrittenTiming,
} from './written-configuration.js';

export type Resolving = {
  readonly methods: readonly string[];
  readonly fingerprintCard: (pan: string) => string;
};

/**
 * A checked file to the configuration it stands for. A key of a part replaces the same key of its defaults as a whole;
 * only `timing` is filled up key by key from the file's own.
 */
export function resolveConfiguration(written: WrittenConfiguration, resolving: Resolving): Configuration {
  const projects = mapValues(written.projects, (project) => ({ ...written.project_defaults, ...project }));
  return {
    signedHosts: written.signed_hosts,
    timing: resolveTiming(written.timing, resolving.methods),
    merchants: mapValues(written.merchants, (merchant, name) =>
      resolveMerchant({ ...written.merchant_defaults, ...merchant }, name),
    ),
    projects: mapValues(projects, (project, name) =>
      resolveProject(project, name, { ...written.timing, ...project.timing }, resolving),
    ),
    providers: mapValues(written.providers, (provider) =>
      // Checked before: with its defaults a provider is whole.
      resolveProvider({ ...written.provider_defaults, ...provider } as WrittenProvider),
    ),
    mids: mapValues(written.mids, resolveMid),
    routes: Object.entries(projects).flatMap(([name, project]) => resolveRoutes(project, name)),
    rates: (written.rates ?? []).map(resolveRate),
    blocklist: resolveBlocklist(written, resolving),
  };
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
  timing: WrittenTiming,
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
    defaults: written.default_urls ?? {},
    strictDocuments: written.strict_documents ?? false,
    ...(written.limits && { limits: resolveLimits(written.limits) }),
    ...(countedLimits && { countedLimits }),
    ...(written.payouts_in_flight_max && { payoutsInFlightMax: written.payouts_in_flight_max }),
    ...(written.requests_per_second_max && { requestsPerSecondMax: written.requests_per_second_max }),
    ...(written.billing_currency && { billingCurrency: written.billing_currency }),
    timing: resolveTiming(timing, methods),
  };
}

function resolveKeys(
  written: Readonly<Record<string, string>> = {},
): readonly { id: string; secret: string }[] {
  return Object.entries(written).map(([id, secret]) => ({ id, secret }));
}

function resolveCallbackTarget(written: WrittenCallbackTarget): CallbackTarget {
  return { ...written, ports: written.ports ?? [] };
}

function resolveLimits({ min, max }: WrittenLimits): AmountLimits {
  return { ...(min !== undefined && { min: String(min) }), ...(max !== undefined && { max: String(max) }) };
}

function resolveProvider(written: WrittenProvider): Provider {
  return {
    connector: written.connector,
    enabled: written.enabled ?? true,
    baseUrl: written.base_url,
    types: written.types,
    methods: written.methods,
    currencies: written.currencies,
    requires: written.requires ?? {},
    limits: mapValues(written.limits ?? {}, resolveLimits),
    challenges: written.challenges,
    settleMs: toMilliseconds(written.settle),
  };
}

function resolveMid({ provider, enabled = true, credentials, limits }: WrittenMid): Mid {
  const countedLimits = resolveCountedLimits(limits);
  return {
    provider,
    enabled,
    ...(credentials && { credentials }),
    ...(countedLimits && { countedLimits }),
  };
}

/** A route listed earlier is preferred. */
function resolveRoutes({ routes = [] }: WrittenProject, project: string): readonly Route[] {
  return routes.map((written, index) => ({
    name: written.name ?? written.mid,
    project,
    types: written.types ?? ['payment', 'payout'],
    methods: written.methods ?? 'all',
    mid: written.mid,
    priority: index + 1,
    bankCodeChallenges: written.bank_code_challenges ?? [],
  }));
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

function resolveBlocklist({ blocklist = {} }: WrittenConfiguration, resolving: Resolving) {
  const { customers = [], cards = [] } = blocklist;
  return {
    customers: customers.map((block) => ({ ...resolveBlock(block), identifier: block.identifier })),
    cards: cards.map((block) => ({
      ...resolveBlock(block),
      fingerprint: block.fingerprint ?? resolving.fingerprintCard(block.number ?? ''),
    })),
  };
}

function resolveBlock({ scope, applies_to, reason, author, expires }: WrittenBlock): Block {
  return {
    scope,
    appliesTo: applies_to ?? 'all',
    ...(reason && { reason }),
    ...(author && { author }),
    ...(expires && { expires }),
  };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Readonly<Record<string, Out>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
