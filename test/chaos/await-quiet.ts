import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ChaosStack } from './chaos-stack.js';
import { closedProvider } from './plan-traffic.js';
import { countStillToFollow } from './still-to-follow.js';
import { unknownCauses } from './unknown-outcomes.js';

const lookEveryMs = 500;

/** How long it took, or what was still left at the end of the time for it, by kind. */
export type Quiet = { readonly afterMs: number } | { readonly left: Readonly<Record<string, number>> };

/**
 * Waits until every transaction is final, except those whose outcome cannot be known, everything heard is
 * looked at, whatever happens to money after its success has happened, every callback is delivered and every late question
 * asked. What does not come in time the invariants then
 * show in detail.
 */
export async function awaitQuiet(
  { stack, stripe }: Pick<ChaosStack, 'stack' | 'stripe'>,
  limitMs: number,
): Promise<Quiet> {
  const startedAt = Date.now();
  const journal = join(stack.environment['SANDBOX_DATA'] ?? '', 'journal.ndjson');
  const client = new Client({ connectionString: stack.postgres.url });
  await client.connect();
  try {
    for (;;) {
      // First, because the books have to be quiet after it.
      const stillToFollow = await countStillToFollow(journal);
      const { rows } = await client.query<Record<string, number>>(workLeft, [closedProvider, unknownCauses]);
      const untold = (await stripe?.countUntold()) ?? 0;
      const all = {
        'corrections to follow at the provider': stillToFollow,
        'events of Stripe to tell': untold,
        ...rows[0],
      };
      const left = Object.entries(all).filter(([, count]) => count > 0);
      if (left.length === 0) return { afterMs: Date.now() - startedAt };
      if (Date.now() - startedAt >= limitMs) return { left: Object.fromEntries(left) };
      await sleep(lookEveryMs);
    }
  } finally {
    await client.end();
  }
}

const workLeft = `
with unknown as (
  -- Contract §10, timeout_lost, and §15.9, needs_attention: a person decides, because the provider stays silent for ever or
  -- waits for a person itself.
  select identifier, payment from transactions
  where finished_at is null
    and exists (select from reviews
      where reviews.identifier = transactions.identifier and cause = any($2))
    and case (select answer from lookups
        where lookups.identifier = transactions.identifier order by id desc limit 1)
      when 'not_found' then type <> 'payment'
      when 'found' then exists (select from reviews
        where reviews.identifier = transactions.identifier and cause = 'awaits approval at the provider')
      when 'no_answer' then $1 = (select attempts.provider from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1)
    end
), given_up as (
  select identifier from unknown
  -- Contract §15.4: where the provider keeps no reference of ours, the next refund of the payment waits for it.
  union select transactions.identifier from transactions join unknown using (payment)
  where finished_at is null and waits_for is not null and submit_due_at is null
)
select
  (select count(*)::integer from transactions
    where finished_at is null and identifier not in (table given_up)) as "open transactions",
  (select count(*)::integer from events where state = 'pending') as "callbacks to deliver",
  (select count(*)::integer from provider_events
    where applied_at is null and identifier is not null) as "provider callbacks to apply",
  (select count(*)::integer from recoveries where identifier not in (table given_up)) as "recoveries to come",
  (select count(*)::integer from late_lookups) as "late look-ups to make"`;
