import type { DescribedDifference, DifferenceDecision } from '#contracts/statement-workflows';
import { usualBankDays } from '#domain/configuration/statement-terms';
import { recordDecision } from '#persistence/statements/decide-difference';
import {
  findDifference,
  type DecidedDifference,
  type ListedDifference,
} from '#persistence/statements/list-differences';
import { StatementsClosed } from '#persistence/statements/finance-database';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refusal, requireOperator } from './failures.js';

/** A difference in words for the Temporal UI (contract §16.4): what the statement says, what the books say, what was decided. */
export function createDescribeDifference({ database }: ActivityDependencies) {
  return async function describeDifference(id: string): Promise<DescribedDifference> {
    const found = await findDifference(database, id);
    if (!found) return { text: `There is no difference ${id}.`, isOpen: false };
    const isOpen = found.state === 'open';
    const heading = isOpen
      ? `**${found.class}**, open since ${found.openedAt.toISOString()}.`
      : sayClosing(found);
    return { text: [heading, ...factsOf(found), ...decisionsOf(found)].join('\n'), isOpen };
  };
}

/**
 * Records what a person has decided on a difference, as the role that writes statements, and returns a sentence. A write-off waits
 * for a second operator, whatever the configuration says. Throws `REFUSED` if it is not possible.
 */
export function createDecideDifference({ reachFinance, configuration }: ActivityDependencies) {
  return async function decideDifference(id: string, decision: DifferenceDecision): Promise<string> {
    requireOperator(decision.operator, configuration());
    const finance = await reachFinance().catch(refuseIfClosed);
    const bankDays = configuration().match?.bankDays ?? usualBankDays;
    const decided = await recordDecision(finance, { ...decision, difference: id }, bankDays);
    if (decided.kind === 'refused') throw refusal(`Refused: ${decided.why}.`);
    return decided.kind === 'decided'
      ? 'Closed.'
      : `**Proposed by ${decision.operator}**: it waits for ${decided.for}, who sends the same.`;
  };
}

function refuseIfClosed(error: unknown): never {
  throw error instanceof StatementsClosed ? refusal(error.message) : error;
}

function sayClosing({ class: of, state, closedHow, closedBy, closingReason }: ListedDifference): string {
  const by =
    closedBy === null
      ? `by ${closedHow === 'line' ? 'a line' : 'the books'}`
      : `by ${closedBy}: ${closingReason ?? ''}`;
  return `**${of}**, ${state} ${by}`;
}

function factsOf(difference: DecidedDifference): readonly string[] {
  const { source, account, onDay, amount, expected, currency, count, parts } = difference;
  const { lineKey, kind, reference, identifier, settlement, file } = difference;
  const money = (text: string | null) => (text === null ? null : `${text} ${currency ?? ''}`.trimEnd());
  const facts = {
    [source === 'bank' ? 'Bank account' : 'MID']: `${account}, ${onDay}`,
    Statement: money(amount),
    Books: money(expected),
    Lines: count > 1 ? String(count) : null,
    Line: lineKey === null ? null : `${kind ?? 'bank'} ${lineKey}`,
    Reference: reference,
    Transaction: identifier,
    Settlement: settlement,
    File: file,
    'Stands for': parts.length === 0 ? null : `${parts.length} differences (gateway difference list)`,
  };
  return Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [`- ${name}: ${value}`]));
}

function decisionsOf({ decisions }: DecidedDifference): readonly string[] {
  return decisions.map(
    ({ decision, operator, reason, evidence, decidedAt }) =>
      `- ${decidedAt} **${operator}**: ${decision}. Reason: ${reason}. Seen: ${evidence}.`,
  );
}
