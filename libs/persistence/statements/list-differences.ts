import type { DifferenceClass } from '#domain/statements/difference';
import type { Database } from '../database.js';
import type { DifferenceEntity } from '../entities/difference.js';

/** A difference as people read it; amounts are decimal strings in major units. */
export type ListedDifference = Pick<
  DifferenceEntity,
  | 'id'
  | 'class'
  | 'source'
  | 'account'
  | 'onDay'
  | 'currency'
  | 'amount'
  | 'expected'
  | 'count'
  | 'identifier'
  | 'method'
  | 'state'
  | 'openedAt'
  | 'closedAt'
  | 'closedHow'
  | 'closedBy'
  | 'closingReason'
> & {
  /** Key, kind and reference of its line; null where it is about none, or several. */
  readonly lineKey: string | null;
  readonly kind: string | null;
  readonly reference: string | null;
  readonly settlement: string | null;
  /** Of the file that it came with. */
  readonly file: string | null;
};

/** What a person has decided or proposed, oldest first. */
export type DecidedDifference = ListedDifference & {
  readonly decisions: readonly {
    readonly decision: string;
    readonly operator: string;
    readonly reason: string;
    readonly evidence: string;
    readonly decidedAt: string;
  }[];
  /** The ids of those that it stands for. */
  readonly parts: readonly string[];
};

const columns = `difference.id::text as id, difference.class, difference.source, difference.account,
  difference.on_day::text as "onDay", difference.currency, difference.amount::text as amount,
  difference.expected::text as expected, difference.count, difference.identifier, difference.method, difference.state,
  difference.opened_at as "openedAt", difference.closed_at as "closedAt", difference.closed_how as "closedHow",
  difference.closed_by as "closedBy", difference.closing_reason as "closingReason",
  coalesce(line.line_key, bank_line.line_key) as "lineKey", line.kind, coalesce(line.reference, bank_line.bank_reference) as reference,
  settlements.reference as settlement, coalesce(files.name, files.way) as file`;
const joined = `differences as difference
  left join statement_lines as line on line.line_id = difference.line_id
  left join bank_lines as bank_line on bank_line.line_id = difference.line_id
  left join settlements on settlements.id = difference.settlement
  left join statement_files as files on files.id = difference.file`;

/** The oldest open differences, or those of all states. Those that a person works on together are one. */
export function listDifferences(
  database: Database,
  {
    class: of,
    account,
    isAll,
    limit,
  }: {
    readonly class?: DifferenceClass | undefined;
    readonly account?: string | undefined;
    readonly isAll: boolean;
    readonly limit: number;
  },
): Promise<readonly ListedDifference[]> {
  return database.sql<ListedDifference[]>`
    select ${() => columns} from ${() => joined}
    where difference.part_of is null and (${isAll} or difference.state = 'open')
      and (${of ?? null}::text is null or difference.class = ${of ?? null})
      and (${account ?? null}::text is null or difference.account = ${account ?? null})
    order by difference.id limit ${limit}`;
}

/** One difference with everything that was decided about it. */
export async function findDifference(database: Database, id: string): Promise<DecidedDifference | undefined> {
  const [row] = await database.sql<DecidedDifference[]>`
    select ${() => columns},
      coalesce((select jsonb_agg(jsonb_build_object('decision', decision, 'operator', operator, 'reason', reason,
          'evidence', said.evidence, 'decidedAt', decided_at) order by said.id)
        from difference_decisions as said where said.difference = difference.id), '[]') as decisions,
      array(select part.id::text from differences as part where part.part_of = difference.id order by part.id) as parts
    from ${() => joined} where difference.id = ${id}::bigint`;
  return row;
}
