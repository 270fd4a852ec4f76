import type { Database } from '../database.js';
import type { OperatorDecision } from '#domain/transaction/change';

/** Decisions that need two operators: the end of a payout, the return of its money, or the approval of a held payout. */
export type ProposalKind = 'resolve' | 'adjust' | 'approve';

/** Marks proposals among the decisions of operators, whose table is append-only. */
const prefixOf = (kind: ProposalKind) => `proposed to ${kind}: `;

/** After this time a proposal cannot be confirmed. */
const validHours = 24;

/** The latest valid proposal of this kind for a transaction, confirmed or not. */
export async function findProposal(
  database: Pick<Database, 'sql'>,
  identifier: string,
  kind: ProposalKind,
): Promise<OperatorDecision | undefined> {
  const prefix = prefixOf(kind);
  const [row] = await database.sql<OperatorDecision[]>`
    select substr(decision, ${prefix.length + 1}::integer) as decision, operator, reason, evidence
    from operator_decisions
    where identifier = ${identifier} and starts_with(decision, ${prefix})
      and decided_at > clock_timestamp() - ${validHours} * interval '1 hour'
    order by id desc limit 1`;
  return row;
}

/** Records a proposal, without any further effect. */
export async function recordProposal(
  database: Pick<Database, 'sql'>,
  identifier: string,
  kind: ProposalKind,
  { decision, operator, reason, evidence }: OperatorDecision,
): Promise<void> {
  await database.sql`
    insert into operator_decisions (identifier, decision, operator, reason, evidence)
    values (${identifier}, ${`${prefixOf(kind)}${decision}`}, ${operator}, ${reason}, ${evidence})`;
}

/** Whether this very decision was carried out before, as when the process died before it could say so. */
export async function isDecided(
  database: Pick<Database, 'sql'>,
  identifier: string,
  { decision, operator, reason, evidence }: OperatorDecision,
): Promise<boolean> {
  const rows = await database.sql<unknown[]>`
    select id from operator_decisions
    where identifier = ${identifier} and decision = ${decision} and operator = ${operator}
      and reason = ${reason} and evidence = ${evidence} limit 1`;
  return rows.length > 0;
}
