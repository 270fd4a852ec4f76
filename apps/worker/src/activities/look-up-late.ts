import { ApplicationFailure } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import { findAccount } from '#gateway/connectors/find-account';
import { findLateLookup, settleLateLookup } from '#persistence/transactions/late-lookups';
import type { ActivityDependencies } from './activity-dependencies.js';
import { decideAndRecord } from './known.js';
import { loadKnown } from './load-known.js';
import { weighLookup } from './weigh-lookup.js';
import { whileBeating } from './while-beating.js';

/**
 * Asks once more about a payment that ended because its provider knew nothing of it (contract §9). Found alive or paid it
 * is raised for review by the statement that records the answer; nothing of the payment changes. Fails on purpose while
 * the provider does not answer, so that Temporal asks again.
 */
export function createLookUpLate(dependencies: ActivityDependencies) {
  const { database } = dependencies;
  return async function lookUpLate(identifier: string): Promise<string> {
    const late = await findLateLookup(database, identifier);
    if (!late) return 'asked before';
    const known = await loadKnown(database, identifier);
    const { transaction, attempts } = known;
    const attempt = attempts.find(({ n }) => n === late.n);
    const found = attempt && findAccount(dependencies.configuration(), attempt);
    if (!attempt || found?.kind !== 'found') throw again('there is no way to the provider now');
    const { connector, account } = found;
    const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
    const answer = await whileBeating(() => connector.lookUp(attempt.providerReference, account, limit));
    await decideAndRecord(database, known, {
      decide: (current) => weighLookup(current, late.n, answer),
      reload: () => loadKnown(database, identifier),
    });
    if (answer.kind === 'noAnswer') throw again(`the provider has not answered: ${answer.detail}`);
    const isLastWord = answer.kind === 'found' && answer.evidence.outcome !== 'open';
    await settleLateLookup(database, transaction, { step: late.step, isLastWord });
    return answer.kind === 'found' ? `found, ${answer.evidence.outcome}` : 'not found';
  };
}

function again(message: string): ApplicationFailure {
  const category = ApplicationFailureCategory.BENIGN;
  return ApplicationFailure.create({ message, type: 'LATE_LOOKUP_DUE', category });
}
