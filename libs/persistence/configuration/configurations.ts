import type { Configuration } from '#domain/configuration/configuration';
import type { ConfigurationEntity } from '../entities/configuration.js';
import type { RowOf } from '../entities/columns.js';
import type { Database } from '../database.js';
import { postOpeningBalances } from '../ledger/top-up.js';
import { readDocument, writeDocument } from './stored-document.js';
import { sealedWith, type EnvelopeCipher } from '../secrets/envelope-cipher.js';

/** One version of the configuration as running processes use it. */
export type AppliedConfiguration = { readonly version: number; readonly configuration: Configuration };

/**
 * Appends a version unless content and sealing key equal those of the newest one, and posts new opening balances, in one
 * transaction. Keys and credentials are stored encrypted.
 */
export async function applyConfiguration(
  database: Database,
  cipher: EnvelopeCipher,
  it: { readonly configuration: Configuration; readonly digest: string; readonly appliedBy: string },
): Promise<{ readonly version: number; readonly changed: boolean }> {
  return database.transaction(async (manager) => {
    const applied = await appendVersion(manager, cipher, it);
    await postOpeningBalances(manager, it.configuration);
    return applied;
  });
}

async function appendVersion(
  database: Pick<Database, 'sql'>,
  cipher: EnvelopeCipher,
  it: { readonly configuration: Configuration; readonly digest: string; readonly appliedBy: string },
): Promise<{ readonly version: number; readonly changed: boolean }> {
  const [newest] = await database.sql<Pick<ConfigurationRow, 'version' | 'digest' | 'secrets_box'>[]>`
    select version, digest, secrets_box from configurations order by version desc limit 1`;
  if (newest?.digest === it.digest && sealedWith(newest.secrets_box) === cipher.keyId)
    return { version: newest.version, changed: false };
  const { open, secrets } = separateSecrets(it.configuration);
  const [row] = await database.sql<Pick<ConfigurationEntity, 'version'>[]>`
    insert into configurations (digest, document, secrets_box, applied_by)
    values (${it.digest}, ${JSON.stringify(writeDocument(open))}, ${cipher.seal(JSON.stringify(secrets), purpose, it.digest)},
      ${it.appliedBy})
    returning version`;
  if (!row) throw new Error('an applied configuration has a version');
  return { version: row.version, changed: true };
}

/** The newest version, when it is newer than `after`. */
export async function loadConfiguration(
  database: Database,
  cipher: EnvelopeCipher,
  after: number,
): Promise<AppliedConfiguration | undefined> {
  const [row] = await database.sql<Omit<ConfigurationRow, 'applied_by' | 'applied_at'>[]>`
    select version, digest, document, secrets_box from configurations
    where version > ${after} order by version desc limit 1`;
  if (!row) return undefined;
  const secrets = JSON.parse(cipher.open(row.secrets_box, purpose, row.digest)) as Secrets;
  return { version: row.version, configuration: joinSecrets(readDocument(row.document), secrets) };
}

/** The same without keys and credentials, for a process that cannot open them. */
export async function loadOpenConfiguration(
  database: Pick<Database, 'sql'>,
  after: number,
): Promise<AppliedConfiguration | undefined> {
  const [row] = await database.sql<Pick<ConfigurationRow, 'version' | 'document'>[]>`
    select version, document from open_configurations
    where version > ${after} order by version desc limit 1`;
  return row && { version: row.version, configuration: readDocument(row.document) };
}

/** The newest version without keys and credentials; undefined before the first. */
export async function loadNewestDocument(
  database: Pick<Database, 'sql'>,
): Promise<Configuration | undefined> {
  const [row] = await database.sql<Pick<ConfigurationRow, 'document'>[]>`
    select document from configurations order by version desc limit 1`;
  return row && readDocument(row.document);
}

const purpose = 'configuration';

type Secrets = {
  readonly keys: Readonly<Record<string, string>>;
  readonly credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

function separateSecrets(configuration: Configuration): { open: Configuration; secrets: Secrets } {
  const keys: Record<string, string> = {};
  const credentials: Record<string, Readonly<Record<string, string>>> = {};
  const withoutSecret = <Key extends { readonly id: string; readonly secret: string }>(key: Key): Key => {
    keys[key.id] = key.secret;
    return { ...key, secret: '' };
  };
  const projects = mapValues(configuration.projects, (project) => ({
    ...project,
    keys: project.keys.map(withoutSecret),
    callbackKeys: project.callbackKeys.map(withoutSecret),
  }));
  const mids = mapValues(configuration.mids, (mid, name) => {
    if (!mid.credentials) return mid;
    credentials[name] = mid.credentials;
    return { ...mid, credentials: {} };
  });
  return { open: { ...configuration, projects, mids }, secrets: { keys, credentials } };
}

function joinSecrets(configuration: Configuration, secrets: Secrets): Configuration {
  const withSecret = <Key extends { readonly id: string; readonly secret: string }>(key: Key): Key => ({
    ...key,
    secret: secrets.keys[key.id] ?? '',
  });
  const projects = mapValues(configuration.projects, (project) => ({
    ...project,
    keys: project.keys.map(withSecret),
    callbackKeys: project.callbackKeys.map(withSecret),
  }));
  const mids = mapValues(configuration.mids, (mid, name) =>
    mid.credentials ? { ...mid, credentials: secrets.credentials[name] ?? {} } : mid,
  );
  return { ...configuration, projects, mids };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

type ConfigurationRow = RowOf<ConfigurationEntity>;

/** The author and time of a version. */
export type ConfigurationVersion = Pick<ConfigurationEntity, 'version' | 'appliedBy' | 'appliedAt'>;

/** The newest versions, the newest first. */
export async function listVersions(
  database: Pick<Database, 'sql'>,
  limit: number,
): Promise<readonly ConfigurationVersion[]> {
  return database.sql<ConfigurationVersion[]>`
    select version, applied_by as "appliedBy", applied_at as "appliedAt" from configurations
    order by version desc limit ${limit}`;
}

/** The names that are no merchants, or no projects, of the newest applied configuration. */
export async function findUnknownNames(
  database: Database,
  section: 'merchants' | 'projects',
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) as asked (name)
    where not exists (
      select from (select document from configurations order by version desc limit 1) as newest
      where document->${section}::text ? name)`;
  return rows.map(({ name }) => name);
}

/** MIDs that have, or in some earlier version had, a limit on how many transactions they are sent in a second. */
export async function findLimitedMids(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ mid: string }[]>(
    `select distinct mid from configurations, jsonb_each(document->'mids') as configured (mid, settings)
     where settings ? 'requestsPerSecondMax' order by mid`,
  );
  return rows.map(({ mid }) => mid);
}
