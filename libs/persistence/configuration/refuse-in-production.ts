import type { Configuration, Mid, Provider } from '#domain/configuration/configuration';
import { keyProblem, textProblem } from '../secrets/check-secrets.js';
import { isBoundless } from './boundless-targets.js';
import { unboundedBills } from './rounded-bills.js';

/** `allowsSandbox`: a stage without a bank, which says so by a setting (ALLOW_SANDBOX). */
export type ProductionTerms = { readonly allowsSandbox: boolean };

/** Accounts of the sandbox that everybody knows: who has the secret can call any payment paid. */
const publishedSecrets: ReadonlySet<string> = new Set(['sandbox_secret_demo', 'sandbox_secret_second']);
const sandbox = 'sandbox';

/** Everything in a configuration that production does not take, by its path; nothing of a value is repeated. */
export function findProductionFaults(
  configuration: Configuration,
  terms: ProductionTerms,
): readonly string[] {
  const { projects, providers, mids } = configuration;
  return [
    ...operatorFaults(configuration),
    // A stage has merchants of its own making only.
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

/** Throws one error with all that production does not take. */
export function refuseInProduction(configuration: Configuration, terms: ProductionTerms): void {
  const faults = findProductionFaults(configuration, terms);
  if (faults.length > 0) throw new Error(`Production refuses this configuration: ${faults.join('; ')}`);
}

/** Four eyes see nothing where one person may type any two names. */
function operatorFaults({ operations }: Configuration): string[] {
  if (operations?.fourEyes === false || operations?.operators !== undefined) return [];
  return [
    'operations.operators must name who may decide, or say that the proxy does (or four_eyes must be off)',
  ];
}

/** A merchant who holds another one's secret signs as that one, or forges the callbacks that it gets. */
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
    // Who reads the configuration without its secrets has none to judge.
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

/** Of what is called a secret, as text, and as the bytes that it may stand for; and of a test account. */
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
