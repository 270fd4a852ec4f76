import { kindsIn } from '#domain/wire/report';
import type { Database } from '../database.js';
import type { DifferenceEntity } from '../entities/difference.js';
import type { StatementSource } from '../entities/statement.js';
import { inOneOf } from './in-one.js';
import { closeByBooks, openDifferences, opening } from './open-differences.js';
import { pairWithBank } from './reconcile-lines.js';

/** A person's decision on a difference (contract §16.4). */
export type DifferenceDecision = {
  readonly difference: string;
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};

/** The result; a refusal has a sentence for the person. */
export type Decided =
  | { readonly kind: 'decided' }
  | { readonly kind: 'waits'; readonly for: 'a second person' }
  | { readonly kind: 'refused'; readonly why: string };

type Sql = Pick<Database, 'sql'>;

/** A person's decision, by its kind. `to` and `bankDays` are those of `matchDifference`. */
export function recordDecision(
  database: Database,
  decision: DifferenceDecision &
    ({ readonly kind: 'explain' | 'writeOff' } | { readonly kind: 'matchTo'; readonly to: string }),
  bankDays: number,
): Promise<Decided> {
  switch (decision.kind) {
    case 'explain':
      return explainDifference(database, decision);
    case 'writeOff':
      return writeOffDifference(database, decision);
    case 'matchTo':
      return matchDifference(database, { ...decision, bankDays });
  }
}

/** The difference is explained and stays in the books as it is; a later line may still close it. */
export function explainDifference(database: Database, decision: DifferenceDecision): Promise<Decided> {
  return database.transaction((sql) =>
    decide(sql, decision, async () => {
      await note(sql, decision, 'explained');
      await sql.sql`
        update differences set state = 'explained', closed_at = clock_timestamp(), closed_how = 'explained',
          closed_by = ${decision.operator}, closing_reason = ${decision.reason}, evidence = ${decision.evidence}
        where (id = ${decision.difference}::bigint or part_of = ${decision.difference}::bigint) and state = 'open'`;
      return { kind: 'decided' };
    }),
  );
}

/**
 * Written off by two persons: the first one proposes it, another one confirms it. The unexplained amount of its lines becomes a
 * loss or a gain of the house. No line is matched meanwhile: a match takes back what its line has posted, and must see the
 * write-off.
 */
export function writeOffDifference(database: Database, decision: DifferenceDecision): Promise<Decided> {
  return inOneOf(database, ({ manager: sql }) =>
    decide(sql, decision, async ({ id }) => {
      const [unexplained] = await sql.sql`
        select from differences join provider_entries as entry on cause = differences.line_id and kind = 'unexplained'
        where (differences.id = ${id}::bigint or part_of = ${id}::bigint) and state <> 'closed' limit 1`;
      if (!unexplained)
        return { kind: 'refused', why: 'nothing of it is unexplained in the books: explain it' };
      const proposals = await sql.sql<{ operator: string }[]>`
        select operator from difference_decisions where difference = ${id}::bigint and decision = 'write-off proposed'`;
      if (proposals.every(({ operator }) => operator === decision.operator)) {
        if (proposals.length === 0) await note(sql, decision, 'write-off proposed');
        return { kind: 'waits', for: 'a second person' };
      }
      await note(sql, decision, 'write-off confirmed');
      await sql.sql`
        update differences set state = 'closed', closed_at = clock_timestamp(), closed_how = 'written_off',
          closed_by = ${decision.operator}, closing_reason = ${decision.reason}, evidence = ${decision.evidence}
        where (id = ${id}::bigint or part_of = ${id}::bigint) and state <> 'closed'`;
      return { kind: 'decided' };
    }),
  );
}

/**
 * Says what a line stands for. `to` of a provider's line: the transaction, of which exactly its amount waits for a line; of
 * a settlement without its bank line: that line's id, with exactly the settlement's amount. What follows from it, such as
 * the only other pair, is matched as well.
 */
export function matchDifference(
  database: Database,
  decision: DifferenceDecision & { readonly to: string; readonly bankDays: number },
): Promise<Decided> {
  return inOneOf(database, (runner) => {
    const sql = runner.manager;
    return decide(sql, decision, async (found) => {
      const kept =
        found.settlement === null
          ? await matchLine(sql, found, decision)
          : await matchArrival(sql, found, decision);
      if (!kept) return { kind: 'refused', why: 'nothing with exactly this amount and currency waits there' };
      await note(sql, decision, 'matched');
      await sql.sql`
        update differences set state = 'closed', closed_at = clock_timestamp(), closed_how = 'matched', closed_line = ${found.lineId ?? decision.to}::uuid,
          closed_by = ${decision.operator}, closing_reason = ${decision.reason}, evidence = ${decision.evidence}
        where id = ${found.id}::bigint`;
      await closeNotListed(sql, found.lineId);
      await runner.query(opening);
      await pairWithBank(runner, { bankDays: decision.bankDays });
      await runner.query(openDifferences, [found.source, found.account, null]);
      for (const closing of closeByBooks) await runner.query(closing);
      return { kind: 'decided' };
    });
  });
}

type Subject = {
  readonly id: string;
  readonly source: StatementSource;
  readonly account: string;
  readonly lineId: string | null;
  readonly settlement: string | null;
};

async function decide(
  sql: Sql,
  { difference }: DifferenceDecision,
  work: (subject: Subject) => Promise<Decided>,
): Promise<Decided> {
  const found = await loadForDecision(sql, difference);
  return 'why' in found ? found : work(found);
}

/** Locks the difference that the decision is about: several persons decide one after the other. */
async function loadForDecision(
  database: Sql,
  difference: string,
): Promise<Subject | Extract<Decided, { kind: 'refused' }>> {
  const [row] = await database.sql<(Subject & Pick<DifferenceEntity, 'state'>)[]>`
    select id, source, account, state, line_id as "lineId", settlement
    from differences where id = ${difference}::bigint for update`;
  if (!row) return { kind: 'refused', why: 'there is no such difference' };
  if (row.state === 'closed') return { kind: 'refused', why: 'it is closed' };
  return row;
}

async function matchLine(
  database: Sql,
  { lineId, account }: Subject,
  { to, operator, reason, evidence }: DifferenceDecision & { readonly to: string },
): Promise<boolean> {
  if (lineId === null) return false;
  const rows = await database.sql`
    insert into statement_matches (line_id, turn, source, account, way, identifier, entry_kind, reversal_id, merchant, provider,
      method, author, reason, evidence)
    select line.line_id, standing.turn + 1, 'provider', line.account, 'person', waiting.identifier, waiting.kind,
      waiting.reversal_id, waiting.merchant, waiting.provider, waiting.method, ${operator}, ${reason}, ${evidence}
    from statement_lines as line
      cross join lateral (select turn, way from statement_matches where statement_matches.line_id = line.line_id
        order by turn desc limit 1) as standing
      cross join lateral (select * from provider_transit
        where provider_transit.identifier::text = ${to} and mid = line.account and amount = line.gross
          and currency = line.currency
          and (line_gross(line.kind, line.gross, line.net) > 0)
            = (provider_transit.kind = any(${[...kindsIn]}::text[]))
        order by posted_at, reversal_id limit 1) as waiting
    where line.line_id = ${lineId}::uuid and line.account = ${account} and standing.way in ('unexplained', 'ignored')
    returning turn`;
  return rows.length > 0;
}

/** Closes the difference of an entry that was not listed and has its line now. */
async function closeNotListed(database: Sql, lineId: string | null): Promise<void> {
  await database.sql`
    update differences set state = 'closed', closed_at = coalesce(closed_at, clock_timestamp()), closed_how = 'line',
      closed_line = standing.line_id
    from (select * from statement_matches where line_id = ${lineId}::uuid order by turn desc limit 1) as standing
    where class = 'not_listed' and state <> 'closed' and differences.source = standing.source
      and differences.account = standing.account and differences.identifier = standing.identifier
      and differences.entry_kind = standing.entry_kind`;
}

async function matchArrival(
  database: Sql,
  { settlement }: Subject,
  { to, operator, reason, evidence }: DifferenceDecision & { readonly to: string },
): Promise<boolean> {
  const rows = await database.sql`
    insert into statement_matches (line_id, turn, source, account, way, settlement, author, reason, evidence)
    select line.line_id, standing.turn + 1, 'bank', line.account, 'person', settlements.id, ${operator}, ${reason}, ${evidence}
    from settlements join bank_lines as line on line.amount = settlements.amount and line.currency = settlements.currency
      cross join lateral (select turn, settlement from statement_matches where statement_matches.line_id = line.line_id
        order by turn desc limit 1) as standing
    where settlements.id = ${settlement}::bigint and bank_line is null and line.line_id::text = ${to}
      and line.direction = 'in' and standing.settlement is null
    returning turn`;
  return rows.length > 0;
}

export async function note(
  database: Sql,
  { difference, operator, reason, evidence }: DifferenceDecision,
  decision: string,
): Promise<void> {
  await database.sql`
    insert into difference_decisions (difference, decision, operator, reason, evidence)
    values (${difference}::bigint, ${decision}, ${operator}, ${reason}, ${evidence})`;
}
