import { afterLookUp, isLastWord } from '#domain/transaction/look-ups';
import { findAccount } from '#gateway/connectors/find-account';
import { findLateLookup, settleLateLookup } from '#persistence/transactions/late-lookups';
import { findSuccessLookup } from '#persistence/transactions/success-lookups';
import { decideAndRecord } from '#persistence/transactions/record-change';
import type { ActivityDependencies } from './activity-dependencies.js';
import { again } from './failures.js';
import { lookUpSuccess } from './look-up-success.js';
import { loadKnown, momentOf } from './step.js';
import { publishStep } from './publish-step.js';
import { callTimed } from './with-heartbeat.js';

/**
 * Looks a payment up once more that has ended (contract §9): because its provider did not know it, or with success
 * (`lookUpSuccess`). A payment that is found open or paid is raised for review by the statement that records the answer; the
 * payment itself does not change. Throws `LATE_LOOKUP_DUE` while the provider does not answer, so that Temporal retries.
 */
export function createLookUpLate(dependencies: ActivityDependencies) {
  const { database, configuration } = dependencies;
  return async function lookUpLate(identifier: string): Promise<string> {
    const success = await findSuccessLookup(database, identifier);
    if (success) return lookUpSuccess(dependencies, identifier, success);
    const late = await findLateLookup(database, identifier);
    if (!late) return 'asked before';
    const { n, step } = late;
    const reload = () => loadKnown(database, identifier);
    const known = await reload();
    const { transaction, attempts } = known;
    const attempt = attempts.find((candidate) => candidate.n === n);
    const found = attempt && findAccount(configuration(), attempt, 'payment');
    if (!attempt || found?.kind !== 'found')
      throw due('no account of the provider is configured for its MID now');
    const { calls, account } = found;
    const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
    const call = { transaction, attempt, operation: 'look_up' } as const;
    const answer = await callTimed(dependencies, call, () => calls.lookUp(attempt, account, limit));
    await decideAndRecord(database, known, {
      decide: (current) =>
        afterLookUp(current, { n, answer, counts: false, fence: 'notAsked' }, momentOf(current)),
      reload,
      publish: publishStep(dependencies),
    });
    if (answer.kind === 'noAnswer') throw due(`the provider has not answered: ${answer.detail}`);
    await settleLateLookup(database, transaction, { step, isLastWord: isLastWord(answer) });
    return answer.kind === 'found' ? `found, ${answer.report.outcome}` : 'not found';
  };
}

function due(message: string) {
  return again('LATE_LOOKUP_DUE', message);
}
