import { createDatabase, type Database } from '#persistence/database';

/** Postgres as an outsider looks into it, beside the processes of the stack. */
export async function openDatabase(url: string): Promise<Database> {
  const database = createDatabase({ url, applicationName: 'tests', poolSize: 2 });
  await database.initialize();
  return database;
}

/** Rows that only a registration writes, of every merchant; and cards without a transaction, of which there are none. */
export async function countRegistered(database: Database): Promise<Readonly<Record<string, number>>> {
  const [counts] = await database.query<Record<string, number>[]>(
    `select (select count(*)::int from transactions) as transactions,
            (select count(*)::int from idempotency_records) as answers,
            (select count(*)::int from personal_data) as personal_data,
            (select count(*)::int from card_vault
             where not exists (select from transactions where transactions.identifier = card_vault.identifier)) as orphans`,
  );
  return counts ?? {};
}
