import type { DifferenceClass } from '#domain/statements/difference';
import {
  findDifference,
  listDifferences,
  type ListedDifference,
} from '#persistence/statements/list-differences';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import type { Session } from '../command/session.js';

/** Lists what is open, the oldest first; exit code 1 if there is any. */
export async function showDifferences(
  session: Session,
  given: {
    readonly class: DifferenceClass | undefined;
    readonly account: string | undefined;
    readonly all: boolean;
    readonly limit: number;
  },
): Promise<Outcome> {
  const { all: isAll, ...search } = given;
  const found = await listDifferences(await session.openDatabase(), { ...search, isAll });
  for (const difference of found) session.say(sayDifference(difference));
  if (found.length === 0) session.say('No differences.');
  if (found.length === given.limit) session.say(`… and perhaps more: --limit ${given.limit} was reached.`);
  return { data: found, hasFindings: found.some(({ state }) => state === 'open') };
}

/** Shows one, with everything that was decided about it. */
export async function showDifference(session: Session, { id }: { readonly id: string }): Promise<Outcome> {
  const found = await findDifference(await session.openDatabase(), id);
  if (!found) throw new Refusal(`There is no difference ${id}.`);
  session.say(sayDifference(found));
  const { lineKey, kind, reference, identifier, settlement, file, parts, decisions } = found;
  const facts = { line: lineKey, kind, reference, transaction: identifier, settlement, file };
  for (const [name, value] of Object.entries(facts)) if (value !== null) session.say(`  ${name}: ${value}`);
  if (parts.length > 0) session.say(`  stands for ${parts.length} differences`);
  for (const { decision, operator, reason, evidence, decidedAt } of decisions)
    session.say(`  ${decidedAt} ${operator}: ${decision}. Reason: ${reason}. Seen: ${evidence}`);
  return { data: found };
}

/** One line: what, where, when, how much, and how it stands. */
export function sayDifference(difference: ListedDifference): string {
  const {
    id,
    class: of,
    account,
    onDay,
    amount,
    expected,
    currency,
    count,
    state,
    closedHow,
    closedBy,
  } = difference;
  const money = amount === null ? '' : ` ${amount}${currency === null ? '' : ` ${currency}`}`;
  const books = expected === null ? '' : ` (the books: ${expected})`;
  const many = count > 1 ? `, ${count} lines` : '';
  const how = state === 'open' ? '' : `, ${state} by ${closedBy ?? closedHow ?? 'the books'}`;
  return `${id}  ${of}  ${account}  ${onDay}${money}${books}${many}${how}`;
}
