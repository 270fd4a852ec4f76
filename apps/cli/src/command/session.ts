import { resolve } from 'node:path';
import type { Database } from '#persistence/database';
import type { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';
import { readEnvironment, type EnvironmentReader } from '#runtime/read-environment';

export type Environment = Readonly<Record<string, string | undefined>>;

type DatabaseWishes = {
  /** Postgres lists the connection as `gateway NAME`; by default the command's noun. */
  readonly name?: string;
  readonly poolSize?: number;
  /** Milliseconds that one statement may take; by default those of the role. */
  readonly statementTimeoutMs?: number;
};

/** What a running command has: its settings, its output, and one way to each thing that it opens. */
export type Session = {
  readonly environment: Environment;
  /** Reads settings; throws one sentence that names every variable at fault. */
  readonly settings: <Settings extends object>(
    build: (read: EnvironmentReader) => Settings,
  ) => Readonly<Settings>;
  /** Prints a line for people. With `--json` it is left out. */
  readonly say: (line: string) => void;
  /** Opens the database of DATABASE_URL, which is closed when the command ends. */
  readonly openDatabase: (wishes?: DatabaseWishes) => Promise<Database>;
  /**
   * Opens the database of FINANCE_DATABASE_URL, as the role that writes statements; closed when the command ends.
   * Throws a sentence for operators where there is no such role.
   */
  readonly openFinance: () => Promise<Database>;
  /** Encrypts with GATEWAY_ENCRYPTION_KEYS. */
  readonly openCipher: () => Promise<EnvelopeCipher>;
  /** Hashes people and cards with GATEWAY_SECRET and GATEWAY_FINGERPRINT_KEYS. */
  readonly openRiskHashes: () => Promise<RiskHashes>;
};

/** Resolves a path from the command line against the person's folder, because npm has changed to the repository. */
export function pathOfPerson({ environment }: Pick<Session, 'environment'>, path: string): string {
  return resolve(environment['INIT_CWD'] ?? '.', path);
}

/** `noun`: of the command. Call `close` however the command ends. */
export function createSession(
  noun: string,
  environment: Environment,
  say: Session['say'],
): { readonly session: Session; readonly close: () => Promise<void> } {
  const opened: Database[] = [];
  const settings: Session['settings'] = (build) => readEnvironment(environment, build);
  // What only some commands need is loaded when it is needed: help is there at once.
  const keep = async (database: Database, statementTimeoutMs?: number) => {
    opened.push(database);
    if (statementTimeoutMs !== undefined)
      await database.sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, false)`;
    return database;
  };
  return {
    session: {
      environment,
      settings,
      say,
      async openDatabase({ name = noun, poolSize = 1, statementTimeoutMs } = {}) {
        const { url } = settings((read) => ({ url: read.text('DATABASE_URL') }));
        const { createDatabase } = await import('#persistence/database');
        const database = createDatabase({ url, applicationName: `gateway ${name}`, poolSize });
        await database.initialize();
        return keep(database, statementTimeoutMs);
      },
      async openFinance() {
        const { url } = settings((read) => ({ url: read.text('FINANCE_DATABASE_URL', '') }));
        const { openFinanceDatabase } = await import('#persistence/statements/finance-database');
        return keep(await openFinanceDatabase({ url, applicationName: `gateway ${noun}`, poolSize: 1 }));
      },
      async openCipher() {
        const { keyRingProblem } = await import('#persistence/secrets/check-secrets');
        const { createEnvelopeCipher, parseKeyRing } = await import('#persistence/secrets/envelope-cipher');
        const { keys } = settings((read) => ({
          keys: read.strict('GATEWAY_ENCRYPTION_KEYS', keyRingProblem),
        }));
        return createEnvelopeCipher(parseKeyRing(keys));
      },
      async openRiskHashes() {
        const { keyRingProblem, rootSecretProblem } = await import('#persistence/secrets/check-secrets');
        const { riskHashesOf } = await import('../blocklist/risk-hashes-of.js');
        return riskHashesOf(
          settings((read) => ({
            rootSecret: read.strict('GATEWAY_SECRET', rootSecretProblem),
            fingerprintKeys: read.strict('GATEWAY_FINGERPRINT_KEYS', keyRingProblem),
          })),
        );
      },
    },
    async close() {
      for (const database of opened) await database.destroy();
    },
  };
}
