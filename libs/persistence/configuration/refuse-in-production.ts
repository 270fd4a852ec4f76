import type { CallbackTarget, Configuration, Mid, Provider } from '#domain/configuration';
import { keyProblem } from '../secrets/check-secrets.js';

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
    ...Object.entries(projects).flatMap(([code, { keys, callbackKeys, callbackTargets }]) => [
      ...keyFaults(`projects.${code}.keys`, keys),
      ...keyFaults(`projects.${code}.callback_keys`, callbackKeys),
      ...(callbackTargets.some(isBoundless)
        ? [`projects.${code}.callback_targets lets callbacks go anywhere`]
        : []),
    ]),
    ...Object.entries(providers).flatMap(([code, provider]) =>
      providerFaults(`providers.${code}`, provider, terms),
    ),
    ...Object.entries(mids).flatMap(([code, mid]) =>
      isAllowedSandbox(providers[mid.provider], terms)
        ? []
        : credentialFaults(`mids.${code}.credentials`, mid),
    ),
  ];
}

/** Throws one error with all that production does not take. */
export function refuseInProduction(configuration: Configuration, terms: ProductionTerms): void {
  const faults = findProductionFaults(configuration, terms);
  if (faults.length > 0) throw new Error(`Production refuses this configuration: ${faults.join('; ')}`);
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

/** What is called a secret is looked at as text, and as the bytes that it may stand for. */
function credentialFaults(path: string, { credentials = {} }: Mid): string[] {
  return Object.entries(credentials)
    .filter(([name]) => name.endsWith('secret'))
    .flatMap(([name, secret]) => {
      const problem = publishedSecrets.has(secret)
        ? 'is a published secret of the sandbox'
        : (keyProblem(Buffer.from(secret)) ??
          keyProblem(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')));
      return problem === undefined ? [] : [`${path}.${name} ${problem}`];
    });
}

/** Any host in clear text, or any address, our own network's among them. */
function isBoundless({ scheme, host, cidrs }: CallbackTarget): boolean {
  return (scheme === 'http' && host === '*') || cidrs.some((cidr) => cidr.endsWith('/0'));
}
