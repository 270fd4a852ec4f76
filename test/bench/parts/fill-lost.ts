import type { BenchDatabase } from '../measures/bench-database.js';
import { copyPayment } from './fill-tables.js';

/** What its workflow would do next. */
type LostKind = 'look-up' | 'callback' | 'window';
export type LostFlow = {
  readonly identifier: string;
  readonly kind: LostKind;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
};

export type Losses = {
  /** The finished payment that all of them are copies of. */
  readonly identifier: string;
  readonly lost: number;
  readonly overdue: number;
  /** Milliseconds after the copying: from then on some fall due each second. */
  readonly dueInMs: number;
  readonly duePerSecond: number;
  /** How many of them do. */
  readonly dueAfter: number;
};

/** Those that were overdue became so within this time. */
const overdueForMs = 10 * 60_000;
/** Those that only have to come back have something to do after this time, and within a day. */
const restHours = 4;

/**
 * Writes transactions that have a workflow to lose, in equal parts: a provider to be asked, a callback to be sent, a page to be
 * closed. Those that are not due during the run wait for their provider. Returns those that are due.
 */
export async function fillLost(database: BenchDatabase, losses: Losses): Promise<readonly LostFlow[]> {
  const { identifier, lost, overdue, dueInMs, duePerSecond, dueAfter } = losses;
  await database.query(`create table lost_flows (
    identifier uuid primary key, kind text not null, place integer, due_at timestamptz(3))`);
  const due = overdue + dueAfter;
  const each = Math.floor(due / 3);
  const kinds = { callback: each, window: each, 'look-up': lost - 2 * each };
  for (const [kind, count] of Object.entries(kinds)) {
    const copies = await copyPayment(database, { identifier, count, ...copied[kind as LostKind] });
    await database.query('insert into lost_flows select unnest($1::uuid[]), $2', [copies, kind]);
  }
  // The kinds take turns in time; of the look-ups those that are left over come last.
  await database.query(`update lost_flows set place = numbered.place from (
    select identifier, row_number() over (order by n, kind) as place from (
      select identifier, kind, row_number() over (partition by kind order by identifier) as n from lost_flows) as ranked
    ) as numbered where numbered.identifier = lost_flows.identifier`);
  await database.query(
    `update lost_flows set due_at = case
       when place <= $1 then now() + $2 * interval '1 millisecond' - random() * $3 * interval '1 millisecond'
       when place <= $4 then now() + $2 * interval '1 millisecond' + (place - $1) * interval '1 second' / $5
       else now() + $6 * interval '1 hour' + random() * (24 - $6) * interval '1 hour' end`,
    [overdue, dueInMs, overdueForMs, due, duePerSecond, restHours],
  );
  await makeDue(database);
  const rows = await database.query<{ identifier: string; kind: LostKind; dueAt: number }>(
    `select identifier, kind, (extract(epoch from due_at) * 1000)::float8 as "dueAt" from lost_flows where place <= $1`,
    [due],
  );
  return rows;
}

const registered = ['transactions', 'idempotency_records', 'personal_data'];
const isOpen = { finished_at: 'null', status_source: `'api'` };
const copied = {
  callback: {
    tables: [...registered, 'attempts', 'events'],
    changes: {
      events: {
        state: `'pending'`,
        attempts: '1',
        body: `replace(original.body, original.identifier::text, copy.identifier::text)`,
      },
    },
  },
  window: {
    tables: registered,
    changes: {
      transactions: { ...isOpen, status: `'new'`, style: `'hpp'`, submit_due_at: 'null', provider: 'null' },
    },
  },
  'look-up': {
    tables: [...registered, 'attempts'],
    changes: {
      transactions: { ...isOpen, status: `'created'`, payable_until: `now() + interval '2 days'` },
      attempts: { state: `'accepted'`, finished_at: 'null', evidence: 'null' },
    },
  },
} satisfies Readonly<Record<LostKind, unknown>>;

/** As long-lived payments: the provider was asked so often that its turn is rare, and a callback was refused once. */
async function makeDue(database: BenchDatabase): Promise<void> {
  await database.query('set session_replication_role = replica');
  await database.query(`insert into lookups (identifier, n, answer, asked_at)
    select identifier, 1, 'found', due_at - (ladder->>-1)::float8 * interval '1 millisecond'
    from lost_flows join transactions using (identifier) cross join lateral (
      select coalesce(plan->'timing', (select content from timings where key = timings_key))->'lookupMs' as ladder) as planned
      cross join lateral generate_series(2, jsonb_array_length(ladder))
    where kind = 'look-up'`);
  await database.query(`update events set next_attempt = due_at from lost_flows
    where events.identifier = lost_flows.identifier and kind = 'callback'`);
  await database.query(`update transactions set payable_until = due_at from lost_flows
    where transactions.identifier = lost_flows.identifier and kind = 'window'`);
  // Recovery itself has nothing to do with them before they are lost.
  await database.query(`insert into recoveries (identifier, step, due_at)
    select identifier, 5, now() + interval '6 hours' from lost_flows`);
  await database.query('set session_replication_role = origin');
  await database.query('analyze');
}
