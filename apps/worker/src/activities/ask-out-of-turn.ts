import type { WorkflowState } from '#contracts/transaction-workflow';
import { openAttemptOf } from '#domain/transaction/state';
import { takeTurns } from '#persistence/rates/take-turns';
import { giveQuestionBack, takeQuestion, type Question } from '#persistence/transactions/questions';
import { createTurns, type TurnLimits } from '#runtime/turns';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askProvider } from './look-up-transaction.js';
import { loadKnown, stateNow } from './step.js';

/** Of one merchant at one MID: it holds no more slots of the look-ups than these. */
const limits: TurnLimits = { atOnceMax: 8, waitingMax: 8 };
/** Fits into the time that an activity has beside its call, with the steps in Postgres. */
const waitMs = 2_500;

/**
 * Questions that somebody has caused: an operator, a merchant or a customer that cancels, a callback without a right
 * signature. Of each transaction one is asked in five seconds, over all processes, and who asks meanwhile gets what is
 * recorded since; they count in the MID's rate, which merchants share. One whose turn does not come is as good as
 * unanswered: the transaction is looked up on schedule. "Not found" does not count, so that asking often brings no end forward.
 */
export function createQuestions(dependencies: ActivityDependencies) {
  const { database, configuration } = dependencies;
  const turns = createTurns((asked) => takeTurns(database, asked), limits);

  const ask = async (identifier: string, question: Question): Promise<WorkflowState> => {
    const subject = await loadKnown(database, identifier);
    const attempt = openAttemptOf(subject);
    if (!attempt) return stateNow(subject);
    const { isTaken, isUnanswered } = await takeQuestion(database, identifier, question);
    if (!isTaken) return { ...stateNow(subject), ...(isUnanswered && { isUnanswered: true }) };
    const { mid } = attempt;
    const turn = {
      mid,
      asker: `${subject.transaction.merchant} ${question}`,
      perSecond: configuration().mids[mid]?.requestsPerSecondMax,
      waitMs,
    };
    const asked = await turns.run(turn, async () =>
      askProvider(dependencies, await loadKnown(database, identifier), { question, counts: false }),
    );
    if (asked) return asked.state;
    await giveQuestionBack(database, identifier);
    return { ...stateNow(subject), isUnanswered: true };
  };

  return {
    lookUpOnce: (identifier: string) => ask(identifier, 'lookUp'),
    /** Asks the provider to stop collecting. Its answer is a report like any other: nothing ends without it. */
    askToCancel: (identifier: string) => ask(identifier, 'cancel'),
  };
}
