import { encoded, type StepResult } from '#contracts/step-result';
import { openAttemptOf } from '#domain/transaction/state';
import { takeTurns } from '#persistence/rates/take-turns';
import { giveQuestionBack, takeQuestion, type Question } from '#persistence/transactions/questions';
import { createTurns, type TurnLimits } from '#runtime/turns';
import type { ActivityDependencies } from './activity-dependencies.js';
import { askProvider } from './look-up-transaction.js';
import { loadKnown, stateNow } from './step.js';

/** Per merchant and MID, so that one merchant cannot take all slots of the look-ups. */
const limits: TurnLimits = { atOnceMax: 8, waitingMax: 8 };
/** Milliseconds; with the steps in Postgres it fits into the time that an activity has beside its call. */
const waitMs = 2_500;

const unanswered = { next: { isUnanswered: true } } as const;

/**
 * Questions beside the schedule, caused by an operator, by a merchant or customer who cancels, or by a callback without a
 * valid signature. One per transaction is sent in five seconds, over all processes; others meanwhile return the recorded
 * state. They share the MID's rate. A question whose turn does not come counts as unanswered: the transaction is looked up on
 * schedule. "Not found" does not count, so that frequent questions bring no end forward.
 */
export function createQuestions(dependencies: ActivityDependencies) {
  const { database, configuration } = dependencies;
  const turns = createTurns((asked) => takeTurns(database, asked), limits);

  const ask = async (identifier: string, question: Question): Promise<StepResult> => {
    const subject = await loadKnown(database, identifier);
    const attempt = openAttemptOf(subject);
    if (!attempt) return { state: stateNow(subject) };
    const { isTaken, isUnanswered } = await takeQuestion(database, identifier, question);
    if (!isTaken) return { state: stateNow(subject), ...(isUnanswered && unanswered) };
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
    if (asked) return asked.result;
    await giveQuestionBack(database, identifier);
    return { state: stateNow(subject), ...unanswered };
  };

  return {
    lookUpOnce: encoded((identifier: string) => ask(identifier, 'lookUp')),
    /** Asks the provider to stop collecting. Its answer is a report like any other, without which nothing ends. */
    askToCancel: encoded((identifier: string) => ask(identifier, 'cancel')),
  };
}
