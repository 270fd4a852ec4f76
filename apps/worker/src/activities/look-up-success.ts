import { afterSuccessLookUp, isAnswered } from '#domain/transaction/late-success';
import { decideAndRecord } from '#persistence/transactions/record-change';
import { settleSuccessLookup, type AskedSuccess } from '#persistence/transactions/success-lookups';
import type { ActivityDependencies } from './activity-dependencies.js';
import { questionsAbout } from './ask-about.js';
import { loadKnown } from './step.js';
import { publishStep } from './publish-step.js';
import { callTimed } from './with-heartbeat.js';

/**
 * Asks the provider of a successful payment or refund once whether it still reports success (contract §9). A contradiction is raised for
 * review by the statement that records the answer; the payment itself does not change. Without an answer the look-up is
 * scheduled again, a few times.
 */
export async function lookUpSuccess(
  dependencies: ActivityDependencies,
  identifier: string,
  asked: AskedSuccess,
): Promise<string> {
  const { database } = dependencies;
  const { n } = asked;
  const reload = () => loadKnown(database, identifier);
  const known = await reload();
  const { transaction, attempts } = known;
  const attempt = attempts.find((candidate) => candidate.n === n);
  const questions = attempt && (await questionsAbout(dependencies, transaction, attempt));
  if (!attempt || !questions) {
    await settleSuccessLookup(database, transaction, { ...asked, isAnswered: false });
    return 'no account of the provider is configured for its MID now';
  }
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const call = { transaction, attempt, operation: 'look_up' } as const;
  const answer = await callTimed(dependencies, call, () => questions.lookUp(limit));
  await decideAndRecord(database, known, {
    decide: (current) => afterSuccessLookUp(current, { n, answer }),
    reload,
    publish: publishStep(dependencies),
  });
  await settleSuccessLookup(database, transaction, { ...asked, isAnswered: isAnswered(known, answer) });
  if (answer.kind === 'found') return `found, ${answer.report.outcome}`;
  return answer.kind === 'notFound' ? 'not found' : 'no answer';
}
