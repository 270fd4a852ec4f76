import { randomBytes } from 'node:crypto';

/** Settings of a new installation: a line of `.env` each. An empty value is left for the administrator. */
export type Settings = Readonly<Record<string, string>>;

/** Roles of Postgres whose passwords the compose file asks for. */
const databaseRoles = [
  'POSTGRES_ADMIN',
  'GATEWAY_DATABASE',
  'TEMPORAL_DATABASE',
  'API_DATABASE',
  'WORKER_DATABASE',
  'CHECKOUT_DATABASE',
  'ADMIN_DATABASE',
  'STAFF_DATABASE',
  'FINANCE_DATABASE',
];
const keyRings = ['GATEWAY_ENCRYPTION_KEYS', 'GATEWAY_FINGERPRINT_KEYS', 'GATEWAY_VAULT_KEYS'];

/** Every secret that docker-compose.yml demands. Passwords are hexadecimal, because they become part of URLs. */
export function makeSecrets(): Settings {
  return Object.fromEntries([
    ...databaseRoles.map((role) => [`${role}_PASSWORD`, randomBytes(32).toString('hex')]),
    ['GATEWAY_SECRET', makeKey()],
    ...keyRings.map((ring) => [ring, `k1:${makeKey()}`]),
  ]);
}

/** Values for the `${NAME}` in config/examples/stage.yaml, and the same callback secret for the sandbox. */
export function makeStageValues(): { readonly values: Settings; readonly settings: Settings } {
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  return {
    values: { SHOP_KEY: makeKey(), SHOP_CALLBACK_SECRET: secret },
    settings: { COMPOSE_PROFILES: 'sandbox', ALLOW_SANDBOX: '1', SANDBOX_CALLBACK_SECRET: secret },
  };
}

function makeKey(): string {
  return randomBytes(32).toString('base64');
}

/** As a file of NAME=value lines; `about` becomes comments at its head. */
export function settingsText(about: readonly string[], ...parts: readonly Settings[]): string {
  const lines = parts.flatMap((part) => Object.entries(part).map(([name, value]) => `${name}=${value}`));
  return [...about.map((line) => `# ${line}`), ...lines, ''].join('\n');
}

/** Names of `${NAME}` in a configuration that have no default, in the order of the text; comments do not count. */
export function valuesAskedBy(configuration: string): readonly string[] {
  const text = configuration.replaceAll(/(?:^|\s)#.*$/gm, '');
  return [...new Set([...text.matchAll(/\$\{([A-Z]\w*)\}/g)].map(([, name = '']) => name))];
}
