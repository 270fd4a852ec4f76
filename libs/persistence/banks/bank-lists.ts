import type { Bank } from '#domain/transaction/challenge';
import type { Database } from '../database.js';

export type KeptBankList = { readonly banks: readonly Bank[]; readonly ageMs: number };

/** The last list that the provider gave for the country (ISO 3166-1 alpha-2), however old. */
export async function findBankList(
  database: Database,
  provider: string,
  country: string,
): Promise<KeptBankList | undefined> {
  const [row] = await database.sql<{ banks: readonly Bank[]; age_ms: number }[]>`
    select banks, (extract(epoch from clock_timestamp() - fetched_at) * 1000)::float8 as age_ms
    from bank_lists where provider = ${provider} and country = ${country}`;
  return row && { banks: row.banks, ageMs: row.age_ms };
}

/** Keeps what the provider has just listed, instead of what it listed before. */
export async function keepBankList(
  database: Database,
  provider: string,
  country: string,
  banks: readonly Bank[],
): Promise<void> {
  await database.sql`
    insert into bank_lists (provider, country, banks)
    values (${provider}, ${country}, ${JSON.stringify(banks)}::jsonb)
    on conflict (provider, country) do update set banks = excluded.banks, fetched_at = excluded.fetched_at`;
}
