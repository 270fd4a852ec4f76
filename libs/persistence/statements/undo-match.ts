import type { Database } from '../database.js';
import { note, type Decided, type DifferenceDecision } from './decide-difference.js';
import { inOneOf } from './in-one.js';

/** `differences`: the numbers of those that are open again. */
export type Undone = { readonly kind: 'undone'; readonly differences: readonly string[] };

/**
 * Takes back a person's match of a difference, and the bank lines that were paired because of it (contract §16.3, 5). Nothing is
 * erased: in a further turn the lines stand for nothing, which takes back what the match has posted, and the differences that it
 * had closed are opened as new ones.
 */
export async function undoMatch(
  database: Database,
  decision: DifferenceDecision,
): Promise<Undone | Extract<Decided, { kind: 'refused' }>> {
  return inOneOf(database, async ({ manager: sql }) => {
    const [found] = await sql.sql<{ readonly how: string | null; readonly line: string }[]>`
      select closed_how as how, closed_line as line from differences
      where id = ${decision.difference}::bigint for update`;
    if (!found) return { kind: 'refused', why: 'there is no such difference' };
    if (found.how !== 'matched') return { kind: 'refused', why: 'no person has matched it' };
    const undone = await takeBack(sql, found.line, decision);
    if (undone.length === 0) return { kind: 'refused', why: 'its match was undone already' };
    await note(sql, decision, 'match undone');
    return { kind: 'undone', differences: await openAgain(sql, undone) };
  });
}

type Sql = Pick<Database, 'sql'>;
type TakenBack = { readonly lineId: string; readonly turn: number; readonly matchedAt: string };

/**
 * The match of this line, if a person's match stands, and the bank lines of the same amount that the same database transaction
 * matched: the candidate that was left.
 */
async function takeBack(
  database: Sql,
  lineId: string,
  { operator, reason, evidence }: DifferenceDecision,
): Promise<readonly TakenBack[]> {
  return database.sql<TakenBack[]>`
    with standing as (
      select * from statement_matches where line_id = ${lineId}::uuid order by turn desc limit 1
    ), decided as (
      -- Lines that came later may have posted it anew since.
      select match.line_id, match.committed_in, match.matched_at from standing join statement_matches as match
        on match.line_id = standing.line_id and match.way = 'person'
      where standing.way = 'person'
        and match.turn > coalesce((select max(turn) from statement_matches as other
          where other.line_id = standing.line_id and other.way <> 'person'), 0)
      order by match.turn limit 1
    ), followed as (
      select line_id from decided
      union
      select match.line_id from decided join bank_lines as one on one.line_id = decided.line_id
        join bank_lines as other on (other.currency, other.amount) = (one.currency, one.amount)
        join statement_matches as match on match.line_id = other.line_id and match.committed_in = decided.committed_in
      where match.way in ('only_pair', 'settlement')
    ), undone as (
      insert into statement_matches (line_id, turn, source, account, way, provider, author, reason, evidence)
      select latest.line_id, latest.turn + 1, source, account, 'unexplained', provider, ${operator}, ${reason}, ${evidence}
      from followed cross join lateral (select * from statement_matches where statement_matches.line_id = followed.line_id
        order by turn desc limit 1) as latest
      where latest.way <> 'unexplained'
      returning line_id, turn
    )
    select line_id as "lineId", turn, (select matched_at::text from decided) as "matchedAt" from undone`;
}

/**
 * Opens once more what the match had closed. The new ones name no transaction, so that a person works on them and not on its
 * review, which is done; only what was not listed does, so that the line that names it closes it.
 */
async function openAgain(database: Sql, undone: readonly TakenBack[]): Promise<readonly string[]> {
  const rows = await database.sql<{ readonly id: string }[]>`
    insert into differences (class, source, account, subject, on_day, currency, amount, expected, count, line_id, identifier,
      entry_kind, method, settlement, file)
    select class, source, account, subject || ' undone ' || turn, on_day, currency, amount, expected, count, line_id,
      case when class = 'not_listed' then identifier end, case when class = 'not_listed' then entry_kind end, method,
      settlement, file
    from jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as told ("lineId" uuid, turn integer, "matchedAt" timestamptz)
      join differences on closed_line = "lineId"
    where closed_how in ('matched', 'line') and closed_at >= "matchedAt"
    order by differences.id
    returning id::text as id`;
  return rows.map(({ id }) => id);
}
