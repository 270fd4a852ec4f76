import { afterLookUp } from '#domain/transaction/decide';
import { openAttemptOf, type State } from '#domain/transaction/state';
import { findAccount } from '#gateway/connectors/find-account';
import type { LoadedForLookup } from '#persistence/transactions/load-for-lookup';
import type { ActivityDependencies } from './activity-dependencies.js';
import { decideAndRecord, loadKnown, stateNow } from './step.js';
import { whileBeating } from './while-beating.js';

/**
 * Asks the provider about the latest attempt, if it can know more of it than is recorded, and records what follows from
 * the answer. `cancel` asks it to stop collecting as well; a payout cannot be stopped. `counts`: it is asked in turn.
 */
export async function askProvider(
  { database, configuration }: ActivityDependencies,
  subject: LoadedForLookup,
  { question, counts }: { readonly question: 'lookUp' | 'cancel'; readonly counts: boolean },
): Promise<State> {
  const { transaction } = subject;
  const attempt = openAttemptOf(subject);
  const found = attempt && findAccount(configuration(), attempt);
  if (!attempt || found?.kind !== 'found') return stateNow(subject);
  const limit = { timeoutMs: transaction.plan.timing.lookupCallMs };
  const { connector, account } = found;
  const { n, providerReference } = attempt;
  const answer = await whileBeating(() =>
    transaction.type === 'payout'
      ? connector.lookUpPayout(providerReference, account, limit)
      : connector[question](providerReference, account, limit),
  );
  return decideAndRecord(database, subject, {
    decide: (known, moment) => afterLookUp(known, { n, answer, counts }, moment),
    reload: () => loadKnown(database, transaction.identifier),
  });
}
