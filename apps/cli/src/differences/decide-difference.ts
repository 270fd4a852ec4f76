import { usualBankDays } from '#domain/configuration/statement-terms';
import { loadNewestDocument } from '#persistence/configuration/configurations';
import { recordDecision } from '#persistence/statements/decide-difference';
import { undoMatch } from '#persistence/statements/undo-match';
import type { Outcome } from '../command/declare.js';
import { Refusal } from '../command/failures.js';
import { requireOperator } from '../command/operator.js';
import type { Session } from '../command/session.js';

type Word = {
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
  readonly evidence: string;
};
export type DecisionWords = Word &
  ({ readonly kind: 'explain' | 'writeOff' } | { readonly kind: 'matchTo'; readonly to: string });

/** A person's decision on a difference (contract §16.4); exit code 1 if it is refused, or waits for a second person. */
export async function decideByCommand(session: Session, words: DecisionWords): Promise<Outcome> {
  const { id, operator } = words;
  const database = await session.openDatabase();
  await requireOperator(database, operator, '--operator');
  const bankDays = (await loadNewestDocument(database))?.match?.bankDays ?? usualBankDays;
  const decided = await recordDecision(await session.openFinance(), { ...words, difference: id }, bankDays);
  if (decided.kind === 'refused') throw new Refusal(`Difference ${id}: ${decided.why}.`);
  const isDecided = decided.kind === 'decided';
  session.say(
    isDecided
      ? `Difference ${id} is closed.`
      : `Proposed by ${operator}. It waits for ${decided.for}, who runs the same command under another name.`,
  );
  return { data: { id, kind: words.kind, isDecided }, hasFindings: !isDecided };
}

/** Takes back what a person has matched (contract §16.3, 5), and says which differences are open again. */
export async function undoByCommand(session: Session, { id, ...word }: Word): Promise<Outcome> {
  await requireOperator(await session.openDatabase(), word.operator, '--operator');
  const undone = await undoMatch(await session.openFinance(), { difference: id, ...word });
  if (undone.kind === 'refused') throw new Refusal(`Difference ${id}: ${undone.why}.`);
  const { differences } = undone;
  session.say(`The match of difference ${id} is undone. Open again: ${differences.join(', ')}.`);
  return { data: { id, kind: 'undoMatch', differences } };
}
