import type { Database } from '../database.js';
import type { OperatorDecision } from '#domain/transaction/change';

/** What two persons decide: how a payout has ended, that its money came back, or that a held one is sent. */
export type ProposalKind = 'resolve' | 'adjust' | 'approve';

/** How proposals stand among the decisions of operators, which only ever grow. */
const prefixOf = (kind: ProposalKind) => `proposed to ${kind}: `;

/** A later consent is a proposal of its own. */
const validHours = 24;

/** The latest proposal of its kind about a transaction, whether or not it was confirmed; none is older than a day. */
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

/** Keeps what an operator asks for; nothing else follows from it. */
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
