import type { Bank } from '#domain/transaction/challenge';
import type { Database } from '../database.js';
import { BankListEntity } from '../entities/provider.js';

export type KeptBankList = Pick<BankListEntity, 'banks' | 'ageMs'>;

/** The last list that the provider gave for the country (ISO 3166-1 alpha-2), however old; null: none. */
export async function findBankList(
  database: Database,
  provider: string,
  country: string,
): Promise<KeptBankList | null> {
  return database
    .getRepository(BankListEntity)
    .findOne({ select: { banks: true, ageMs: true }, where: { provider, country } });
}

/** The provider's name of a bank, from its lists for these countries; undefined if they do not have it. */
export async function findBankName(
  database: Database,
  {
    provider,
    countries,
    code,
  }: { readonly provider: string; readonly countries: readonly string[]; readonly code: string },
): Promise<string | undefined> {
  const [row] = await database.sql<Pick<Bank, 'name'>[]>`
    select bank->>'name' as name from bank_lists, jsonb_array_elements(banks) as bank
    where provider = ${provider} and country = any(${countries}::text[]) and bank->>'code' = ${code}
    order by array_position(${countries}::text[], country) limit 1`;
  return row?.name;
}

/** Replaces the stored list by the provider's latest. */
export async function keepBankList(
  database: Database,
  provider: string,
  country: string,
  banks: readonly Bank[],
): Promise<void> {
  await database
    .getRepository(BankListEntity)
    .upsert({ provider, country, banks, fetchedAt: () => 'clock_timestamp()' }, ['provider', 'country']);
}
