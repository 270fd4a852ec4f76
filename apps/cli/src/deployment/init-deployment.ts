import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { pathOfPerson, type Session } from '../command/session.js';
import {
  makeSecrets,
  makeStageValues,
  settingsText,
  valuesAskedBy,
  type Settings,
} from './first-settings.js';

const { resolve } = createRequire(import.meta.url);
/** Secrets are for their owner alone; uid 1000 in the container has to read the configuration. */
const secretMode = 0o600;
const readableMode = 0o644;

/**
 * Writes what a first `docker compose up` needs (docs/containers.md): `.env` with every secret, a configuration, and the file
 * of values that it asks for. Refuses to touch a file that exists: its secrets may be in use.
 */
export async function initDeployment(
  { environment, say }: Pick<Session, 'environment' | 'say'>,
  given: { readonly to?: string | undefined; readonly stage: boolean },
): Promise<Outcome> {
  const folder = pathOfPerson({ environment }, given.to ?? '.');
  const paths = {
    settings: join(folder, '.env'),
    configuration: join(folder, 'config/production/gateway.yaml'),
    values: join(folder, 'config/production.env'),
  };
  const present = Object.values(paths).filter((path) => existsSync(path));
  if (present.length > 0)
    throw new Refusal(`Nothing was written, because this exists: ${present.join(', ')}`);

  const configuration = await readFile(
    resolve(`#examples/${given.stage ? 'stage' : 'minimal'}.yaml`),
    'utf8',
  );
  const made = given.stage ? makeStageValues() : nothingMade;
  const asked = valuesAskedBy(configuration);
  const values = Object.fromEntries(asked.map((name) => [name, made.values[name] ?? '']));
  const settings = {
    API_PUBLIC_URL: '',
    CHECKOUT_PUBLIC_URL: '',
    GATEWAY_CONFIG_FOLDER: './config/production',
    GATEWAY_CONFIG_VALUES: './config/production.env',
    ...made.settings,
    ...makeSecrets(),
  };
  await write(paths.settings, settingsText(aboutSettings, settings), secretMode);
  await write(paths.configuration, configuration, readableMode);
  await write(paths.values, settingsText(['Values for the ${NAME} in gateway.yaml.'], values), secretMode);

  const left = [
    ...missingOf(settings).map((name) => `${name} in ${paths.settings}`),
    ...missingOf(values).map((name) => `${name} in ${paths.values}`),
    `signed_hosts, providers, merchants and projects in ${paths.configuration}`,
  ];
  for (const path of Object.values(paths)) say(`Written: ${path}`);
  say('Keep a copy of GATEWAY_SECRET and of GATEWAY_*_KEYS apart from every backup (docs/operations.md).');
  say(['Left to fill in:', ...left].join('\n  '));
  return { data: { written: Object.values(paths), left } };
}

const nothingMade: ReturnType<typeof makeStageValues> = { values: {}, settings: {} };
const aboutSettings = [
  'Settings of docker-compose.yml, whose head explains them. Every secret here was made for this installation.',
];

function missingOf(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => (value === '' ? [name] : []));
}

/** `wx`: a file that has appeared meanwhile stays as it is. */
async function write(path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { mode, flag: 'wx' });
}
