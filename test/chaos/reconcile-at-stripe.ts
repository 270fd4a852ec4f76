import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { runAdmin } from '../stack/run-admin.js';
import type { ChaosStack } from './chaos-stack.js';

const mid = 'stripe';
/** A reversal that only a line tells of is recorded first, and then matched with its line. */
const settleMs = 90_000;
const lookEveryMs = 1_000;

/**
 * Reconciles the run's MID at Stripe World with the lines that its connector reads there, as finance does it, and describes what
 * does not agree (contract §16.4): differences that stay open without a review of their transaction, and money in our books
 * that no line names.
 */
export async function reconcileAtStripe({ stack }: Pick<ChaosStack, 'stack'>): Promise<readonly string[]> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
  // A run may have begun before midnight.
  const days = ['--from', dayOf(Date.now() - dayMs), '--to', dayOf(Date.now())];
  const words = ['statement', 'import', '--mid', mid, ...days, '--operator', 'chaos', '--json'];
  const { code, output } = await runAdmin(words, stack.environment);
  if (code !== 0 && code !== 1) return [`the statement was not imported: ${output.trim()}`];
  if ((JSON.parse(output) as { readonly lines: number }).lines === 0) return ['the statement has no line'];
  const client = new Client({ connectionString: stack.postgres.url });
  await client.connect();
  try {
    const end = Date.now() + settleMs;
    for (;;) {
      const { rows } = await client.query<{ said: string }>(unexplained, [mid]);
      if (rows.length === 0 || Date.now() > end) return rows.map(({ said }) => said);
      await sleep(lookEveryMs);
    }
  } finally {
    await client.end();
  }
}

const dayMs = 86_400_000;

/** A review that the provider's own words have raised explains the difference of its transaction. */
const unexplained = `
  select concat_ws(' ', 'difference', class, differences.identifier, entry_kind, trim_scale(amount), currency, subject) as said
  from differences
  where account = $1 and state = 'open' and not exists (select from reviews
    where reviews.identifier = differences.identifier and cause not like 'statement: %')
  union all
  select concat_ws(' ', 'on no line:', kind, identifier, reversal_id, trim_scale(amount), currency)
  from provider_transit where mid = $1`;
