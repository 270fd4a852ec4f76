import type { EventState } from '#domain/delivery/event-states';
import { sayEvidence } from '#domain/reviews/describe-review';
import type { Challenge } from '#domain/transaction/challenge';
import type { DescribedTransaction } from '#domain/transaction/describe-state';
import type { Evidence } from '#domain/transaction/report';
import { awaitedBy, phaseOf, type Phase } from '#domain/transaction/state';
import type { TransactionStatus, TransactionType } from '#domain/transaction/status';
import type { Attempt } from '#domain/transaction/transaction';
import type { Database } from '../database.js';
import { timing } from '../transactions/transaction-row.js';

/** Where a transaction stands by the books alone: what it waits for, and what is asked next. */
export type StaffCase = {
  /** What the page of its workflow says, too; without its attempts, which have a table of their own. */
  readonly described: DescribedTransaction;
  /** No provider that it was sent to was ever reached. */
  readonly isUnreached: boolean;
  readonly nextDelivery: Date | undefined;
  /** When its provider is asked next, as planned; undefined: it is not asked. A report in between changes that. */
  readonly nextLookUp: Date | undefined;
};

type Row = {
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly provider: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly submit_due_at: Date | null;
  readonly payable_until: Date;
  readonly waits_for: string | null;
  readonly challenge: Challenge | null;
  readonly lookup_ms: readonly number[] | null;
  readonly attempts: readonly Pick<Attempt, 'state'>[] | null;
  readonly asked: number;
  readonly asked_at: Date | null;
  readonly late_at: Date | null;
  readonly reviews:
    readonly { readonly id: string; readonly cause: string; readonly evidence: Evidence }[] | null;
  readonly was_reviewed: boolean;
  readonly delivery: EventState | null;
  readonly next_attempt: Date | null;
};

/** Undefined: there is no such transaction. */
export async function loadCase(
  database: Pick<Database, 'sql'>,
  identifier: string,
): Promise<StaffCase | undefined> {
  const [row] = await database.sql<Row[]>`
    select type, status, provider, amount::text, currency, submit_due_at, payable_until, waits_for, challenge,
      ${() => timing}->'lookupMs' as lookup_ms,
      (select jsonb_agg(jsonb_build_object('state', state) order by n) from attempts
       where attempts.identifier = transactions.identifier) as attempts,
      asked, coalesce(asked_at, started_at) as asked_at,
      coalesce((select due_at from late_lookups where late_lookups.identifier = transactions.identifier),
        (select due_at from success_lookups where success_lookups.identifier = transactions.identifier)) as late_at,
      (select jsonb_agg(jsonb_build_object('id', id::text, 'cause', cause, 'evidence', evidence) order by id) from reviews
       where reviews.identifier = transactions.identifier and closed_at is null) as reviews,
      exists (select from reviews where reviews.identifier = transactions.identifier) as was_reviewed,
      delivery, next_attempt
    from transactions
      left join lateral (select n, coalesce(finished_at, started_at) as started_at from attempts
        where attempts.identifier = transactions.identifier order by n desc limit 1) as latest on true
      cross join lateral (select count(*)::integer as asked, max(asked_at) as asked_at from lookups
        where lookups.identifier = transactions.identifier and lookups.n = latest.n and counts) as questions
      left join lateral (select state as delivery, next_attempt from events
        where events.identifier = transactions.identifier
        order by state in ('delivered', 'none'), committed_in desc limit 1) as told on true
    where transactions.identifier = ${identifier}`;
  return row && readCase(identifier, row);
}

function readCase(identifier: string, row: Row): StaffCase {
  const { type, status, payable_until: until } = row;
  const attempts = row.attempts ?? [];
  const phase = phaseOf({ transaction: { status, submitDueAt: row.submit_due_at ?? undefined }, attempts });
  const awaits = awaitedBy({
    type,
    challenge: row.challenge ?? undefined,
    waitsFor: row.waits_for ?? undefined,
  });
  const asked = { amount: row.amount, currency: row.currency };
  return {
    described: {
      type,
      identifier,
      state: {
        phase,
        status,
        until: until.toISOString(),
        ...(row.provider !== null && { provider: row.provider }),
        ...(phase === 'awaitingInput' && { awaits }),
      },
      attempts: [],
      reviews: (row.reviews ?? []).map(({ id, cause, evidence }) => ({
        id,
        cause,
        said: 'outcome' in evidence || 'kind' in evidence ? sayEvidence(cause, evidence, asked) : 'see below',
      })),
      wasReviewed: row.was_reviewed,
      delivery: row.delivery ?? undefined,
    },
    isUnreached: attempts.length > 0 && attempts.every((attempt) => attempt.state === 'not_sent'),
    nextDelivery: row.next_attempt ?? undefined,
    nextLookUp: nextLookUpOf(phase, row),
  };
}

/** The plan's waits are counted from the last question, and the first one from the submit; the last of them repeats. */
function nextLookUpOf(phase: Phase, { lookup_ms, asked, asked_at, late_at }: Row): Date | undefined {
  if (phase === 'final') return late_at ?? undefined;
  if ((phase !== 'waiting' && phase !== 'unknown') || asked_at === null) return undefined;
  const wait = lookup_ms?.[asked] ?? lookup_ms?.at(-1);
  return wait === undefined ? undefined : new Date(asked_at.getTime() + wait);
}
