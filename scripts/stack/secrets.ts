import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { errorCode, Failure } from '../failure.mjs';
import { shown } from '../paths.js';

const keyBytes = 32;

/** Each secret of the gateway, with the file of the data folder that keeps it once it is made. */
const files = {
  GATEWAY_SECRET: 'secrets.json',
  GATEWAY_ENCRYPTION_KEYS: 'secrets.json',
  GATEWAY_FINGERPRINT_KEYS: 'key-rings.json',
  GATEWAY_VAULT_KEYS: 'key-rings.json',
} as const;

type SecretName = keyof typeof files;
export type GatewaySecrets = Readonly<Record<SecretName, string>>;

const secretNames = Object.keys(files) as SecretName[];

/** The secrets of each process, and no others. */
const secretsOf: Readonly<
  Record<'worker' | 'api' | 'checkout' | 'staff' | 'sandbox', readonly SecretName[]>
> = {
  worker: secretNames,
  api: ['GATEWAY_SECRET', 'GATEWAY_ENCRYPTION_KEYS', 'GATEWAY_FINGERPRINT_KEYS'],
  checkout: ['GATEWAY_SECRET'],
  staff: [],
  sandbox: [],
};

/** The secrets of the gateway: as given, else made once for this data folder and used again. */
export function gatewaySecrets(dataDirectory: string, environment: NodeJS.ProcessEnv): GatewaySecrets {
  const missing = secretNames.filter((name) => !environment[name]);
  if (missing.length > 0 && environment.NODE_ENV === 'production') {
    throw new Failure(`NODE_ENV is production, but these are not set: ${missing.join(', ')}.`, [
      'Set them (see .env.example): production never generates its own keys.',
    ]);
  }
  const secretOf = (name: SecretName) => {
    const given = environment[name];
    if (given) return given;
    const together = secretNames.filter((other) => files[other] === files[name]);
    const made = readOrMakeSecrets(join(dataDirectory, files[name]), together, (of) =>
      of === 'GATEWAY_SECRET' ? key() : `development:${key()}`,
    );
    return made[name] ?? '';
  };
  return Object.fromEntries(secretNames.map((name) => [name, secretOf(name)])) as GatewaySecrets;
}

/** An environment with the secrets of this process alone. */
export function withOwnSecrets(
  process: keyof typeof secretsOf,
  environment: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = new Set<string>(secretsOf[process]);
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !(name in files) || own.has(name)),
  );
}

/** The secrets of these names that the file holds; made first, where there is no file. */
export function readOrMakeSecrets(
  file: string,
  names: readonly string[],
  makeSecret: (name: string) => string,
): Readonly<Record<string, string>> {
  if (!existsSync(file)) make(file, Object.fromEntries(names.map((name) => [name, makeSecret(name)])));
  try {
    const held = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    if (names.every((name) => typeof held[name] === 'string')) return held;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure(`${shown(file)} does not contain ${names.join(', ')}.`, [
    'Restore the old file, or delete it together with all data that was made with its secrets.',
  ]);
}

/** Written beside and then linked, so that an existing file is complete and is never replaced. */
function make(file: string, secrets: Readonly<Record<string, string>>): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function key(): string {
  return randomBytes(keyBytes).toString('base64');
}
