import type { Configuration, Mid, Provider } from '#domain/configuration/configuration';
import { keyProblem, textProblem } from '../secrets/check-secrets.js';
import { isBoundless } from './boundless-targets.js';
import { unboundedBills } from './rounded-bills.js';

/** `allowsSandbox`: a test stage without real providers (setting ALLOW_SANDBOX). */
export type ProductionTerms = { readonly allowsSandbox: boolean };

/** Published accounts of the sandbox: their secret is enough to report any payment as paid. */
const publishedSecrets: ReadonlySet<string> = new Set(['sandbox_secret_demo', 'sandbox_secret_second']);
const sandbox = 'sandbox';

/** Everything in a configuration that production refuses, by its path; no value is repeated. */
export function findProductionFaults(
  configuration: Configuration,
  terms: ProductionTerms,
): readonly string[] {
  const { projects, providers, mids } = configuration;
  return [
    ...operatorFaults(configuration),
    // A stage has only its own test merchants.
    ...(terms.allowsSandbox ? [] : sharedSecretFaults(configuration)),
    ...Object.entries(projects).flatMap(([code, { keys, callbackKeys, callbackTargets }]) => [
      ...keyFaults(`projects.${code}.keys`, keys),
      ...keyFaults(`projects.${code}.callback_keys`, callbackKeys),
      ...(isBoundless(callbackTargets)
        ? [`projects.${code}.callback_targets lets callbacks go anywhere`]
        : []),
    ]),
    ...unboundedBills(configuration).map(
      (path) =>
        `${path} is missing, which billing_currency asks for: bills of the smallest amounts are rounded`,
    ),
    ...Object.entries(providers).flatMap(([code, provider]) =>
      providerFaults(`providers.${code}`, provider, terms),
    ),
    ...Object.entries(mids).flatMap(([code, mid]) =>
      isAllowedSandbox(providers[mid.provider], terms)
        ? []
        : credentialFaults(`mids.${code}.credentials`, mid, terms),
    ),
  ];
}

/** Throws one error that lists everything that production refuses. */
export function refuseInProduction(configuration: Configuration, terms: ProductionTerms): void {
  const faults = findProductionFaults(configuration, terms);
  if (faults.length > 0) throw new Error(`Production refuses this configuration: ${faults.join('; ')}`);
}

/** Four eyes are pointless if one person may type any two names. */
function operatorFaults({ operations }: Configuration): string[] {
  if (operations?.fourEyes === false || operations?.operators !== undefined) return [];
  return [
    'operations.operators must name who may decide, or say that the proxy does (or four_eyes must be off)',
  ];
}

/** With another merchant's secret a merchant could sign as the other, or forge the other's callbacks. */
function sharedSecretFaults({ projects }: Configuration): string[] {
  const written = Object.entries(projects).flatMap(([code, { merchant, keys, callbackKeys }]) => [
    ...keys.map(({ id, secret }) => ({ path: `projects.${code}.keys.${id}`, merchant, secret })),
    ...callbackKeys.map(({ id, secret }) => ({
      path: `projects.${code}.callback_keys.${id}`,
      merchant,
      secret,
    })),
  ]);
  const holders = new Map<string, Set<string>>();
  for (const { merchant, secret } of written) {
    const bytes = bytesOf(secret);
    holders.set(bytes, (holders.get(bytes) ?? new Set()).add(merchant));
  }
  return written
    .filter(({ secret }) => secret !== '' && (holders.get(bytesOf(secret))?.size ?? 0) > 1)
    .map(({ path }) => `${path} has the secret of another merchant as well`);
}

/** Two ways of writing one secret are equal. */
function bytesOf(secret: string): string {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('hex');
}

function keyFaults(
  path: string,
  keys: readonly { readonly id: string; readonly secret: string }[],
): string[] {
  return keys.flatMap(({ id, secret }) => {
    // A process that reads the configuration without its secrets cannot check them.
    if (secret === '') return [];
    const problem = keyProblem(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
    return problem === undefined ? [] : [`${path}.${id} ${problem}`];
  });
}

function providerFaults(path: string, provider: Provider, terms: ProductionTerms): string[] {
  if (isAllowedSandbox(provider, terms)) return [];
  const isEncrypted = provider.baseUrl.startsWith('https:');
  return [
    ...(provider.connector === sandbox
      ? [`${path}.connector is the sandbox (ALLOW_SANDBOX=1 on a stage)`]
      : []),
    ...(isEncrypted ? [] : [`${path}.base_url must be an https address`]),
  ];
}

function isAllowedSandbox(provider: Provider | undefined, { allowsSandbox }: ProductionTerms): boolean {
  return allowsSandbox && provider?.connector === sandbox;
}

/** The faults of a secret, as a text and as the bytes that it may encode; and of a test account. */
function credentialFaults(
  path: string,
  { credentials = {}, testCredentials = [] }: Mid,
  { allowsSandbox }: ProductionTerms,
): string[] {
  const ofTests = allowsSandbox ? [] : testCredentials;
  return [
    ...ofTests.map((name) => `${path}.${name} is of a test account (ALLOW_SANDBOX=1 on a stage)`),
    ...Object.entries(credentials)
      .filter(([name]) => name.endsWith('secret'))
      .flatMap(([name, secret]) => {
        const problem = secretProblem(secret);
        return problem === undefined ? [] : [`${path}.${name} ${problem}`];
      }),
  ];
}

function secretProblem(secret: string): string | undefined {
  if (publishedSecrets.has(secret)) return 'is a published secret of the sandbox';
  return textProblem(secret) ?? keyProblem(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
}
