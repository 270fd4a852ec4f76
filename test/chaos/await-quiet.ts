import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { closedProvider } from './plan-traffic.js';

const lookEveryMs = 500;

/**
 * Waits until every transaction is final, but for those of which nobody can know the outcome, everything heard is
 * looked at, every callback is delivered and every late question asked, and tells how long that took; `undefined` when
 * it did not come in time, which the invariants then show in detail.
 */
export async function awaitQuiet(databaseUrl: string, limitMs: number): Promise<number | undefined> {
  const startedAt = Date.now();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: known } = await client.query<{ exists: boolean }>(
      "select to_regclass('late_lookups') is not null as exists",
    );
    const asksLate = known[0]?.exists === true;
    while (Date.now() - startedAt < limitMs) {
      const { rows } = await client.query<{ left: number }>(workLeft, [closedProvider]);
      const isLate = asksLate && (await client.query('select from late_lookups limit 1')).rowCount !== 0;
      if (rows[0]?.left === 0 && !isLate) return Date.now() - startedAt;
      await sleep(lookEveryMs);
    }
    return undefined;
  } finally {
    await client.end();
  }
}

const workLeft = `
with given_up as (
  -- Contract §10, timeout_lost: a person decides, as nobody else knows when the provider is silent for ever.
  select identifier from transactions
  where finished_at is null
    and exists (select from reviews
      where reviews.identifier = transactions.identifier and cause = 'no progress for too long')
    and case (select answer from lookups
        where lookups.identifier = transactions.identifier order by id desc limit 1)
      when 'not_found' then type = 'payout'
      when 'no_answer' then $1 = (select attempts.provider from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1)
    end
)
select ((select count(*) from transactions where finished_at is null and identifier not in (table given_up))
  + (select count(*) from events where state = 'pending')
  + (select count(*) from provider_events where applied_at is null and identifier is not null)
  + (select count(*) from sweeps where identifier not in (table given_up)))::integer as left`;
