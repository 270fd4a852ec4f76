import { judgeReversal, type Judgement } from '#domain/refunds/judge-reversal';
import type { ReportedReversal, ReversalWay } from '#domain/refunds/reversal';
import { decimalsOf } from '#domain/values/currencies';
import type { ReviewCause } from '#domain/transaction/report';
import type { Database } from '../database.js';
import { announceReversal } from './announce-reversal.js';
import { lockForReversals, type LoadedReversals } from './load-reversals.js';
import { newId } from './new-id.js';
import { raiseOverrefund } from './raise-overrefund.js';

type Sql = Pick<Database, 'sql'>;

export type ToldReversals = {
  readonly identifier: string;
  readonly provider: string;
  readonly way: ReversalWay;
  readonly told: readonly ReportedReversal[];
};

/**
 * Judges what a provider has told about the money of a transaction, and records what follows, each in a database transaction
 * of its own with the transaction locked: the reversal and its word, its review or its event. Triggers bring the totals of
 * the payment up to it and post it. Safe to repeat: a word that was told before is recognised by the provider's key. Returns
 * the judgements in their order. Throws if there is no such transaction.
 */
export async function recordReversals(
  database: Database,
  { identifier, provider, way, told }: ToldReversals,
): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  // One after the other: what one of them leads to decides on the next.
  for (const reversal of told)
    judgements.push(
      await database.transaction(async (manager) => {
        const subject = await lockForReversals(manager, identifier);
        if (!subject) throw new Error(`transaction ${identifier} is not registered`);
        const judgement = judgeReversal(subject, { way, provider, reversal });
        await write(manager, subject, { judgement, way, provider, reversal });
        return judgement;
      }),
    );
  return judgements;
}

type Judged = {
  readonly judgement: Judgement;
  readonly way: ReversalWay;
  readonly provider: string;
  readonly reversal: ReportedReversal;
};

async function write(sql: Sql, subject: LoadedReversals, judged: Judged): Promise<void> {
  const { judgement } = judged;
  switch (judgement.kind) {
    case 'open':
    case 'agrees':
      return;
    case 'review':
      return raise(sql, subject, { ...judged, cause: judgement.cause });
    case 'joined': {
      const { reversalId, isNewWord, posts } = judgement;
      if (isNewWord) await keepWord(sql, subject, { ...judged, reversalId });
      if (posts) await post(sql, subject, { ...judged, reversalId });
      return;
    }
    case 'new':
      return record(sql, subject, { ...judged, standing: judgement.standing });
  }
}

async function record(
  sql: Sql,
  subject: LoadedReversals,
  { standing, ...judged }: Judged & { readonly standing: Extract<Judgement, { kind: 'new' }>['standing'] },
): Promise<void> {
  const { identifier, merchant, billing } = subject.transaction;
  const { reversal, provider } = judged;
  const reversalId = newId('rev');
  const isPosted = standing.state === 'posted';
  await sql.sql`
    insert into reversals (reversal_id, identifier, merchant, kind, currency, amount, counted, billing_decimals, dispute,
      reason, respond_by, state, provider, evidence, posted_at)
    values (${reversalId}, ${identifier}, ${merchant}, ${reversal.kind}, ${reversal.currency}, ${reversal.amount}::numeric,
      ${standing.counts ? reversal.amount : '0'}::numeric, ${decimalsOf(billing.currency) ?? 0}::integer, ${reversal.case},
      ${reversal.reason}, ${instantOf(reversal.respondBy)}::timestamptz, ${standing.state}, ${provider},
      ${JSON.stringify(reversal)}::jsonb, case when ${isPosted} then clock_timestamp() end)`;
  await keepWord(sql, subject, { ...judged, reversalId });
  if (standing.cause) await raise(sql, subject, { ...judged, cause: standing.cause, reversalId });
  if (isPosted || reversal.kind === 'inquiry') await announceReversal(sql, subject.transaction, reversalId);
  if (isPosted) await raiseOverrefund(sql, subject.transaction, reversal);
}

/** Posts a recorded reversal in full, because the doubt about it is gone. */
async function post(
  sql: Sql,
  subject: LoadedReversals,
  { reversal, reversalId }: Pick<Judged, 'reversal'> & { readonly reversalId: string },
): Promise<void> {
  await sql.sql`
    update reversals set state = 'posted', counted = amount, posted_at = clock_timestamp()
    where reversal_id = ${reversalId} and state = 'recorded'`;
  await announceReversal(sql, subject.transaction, reversalId);
  await raiseOverrefund(sql, subject.transaction, reversal);
}

async function keepWord(
  sql: Sql,
  { transaction }: LoadedReversals,
  { way, reversal, reversalId }: Pick<Judged, 'way' | 'reversal'> & { readonly reversalId: string },
): Promise<void> {
  await sql.sql`
    insert into reversal_words (identifier, way, kind, key, reversal_id, evidence)
    values (${transaction.identifier}, ${way}, ${reversal.kind}, ${reversal.key}, ${reversalId},
      ${JSON.stringify(reversal)}::jsonb)`;
}

/** Raises a review, unless the same word has raised it before. */
async function raise(
  sql: Sql,
  { transaction }: LoadedReversals,
  {
    reversal,
    cause,
    reversalId,
  }: Pick<Judged, 'reversal'> & {
    readonly cause: ReviewCause;
    readonly reversalId?: string;
  },
): Promise<void> {
  const evidence = JSON.stringify(reversal);
  await sql.sql`
    insert into reviews (identifier, cause, evidence, reversal_id)
    select ${transaction.identifier}::uuid, ${cause}, ${evidence}::jsonb, ${reversalId}
    where not exists (
      select from reviews where identifier = ${transaction.identifier} and cause = ${cause} and evidence = ${evidence}::jsonb)`;
}

/** A date that a provider writes in another way than ISO 8601 is left out. */
function instantOf(written: string | undefined): Date | undefined {
  if (written === undefined) return undefined;
  const at = new Date(written);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
