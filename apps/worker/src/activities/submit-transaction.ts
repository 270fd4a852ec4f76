import { ApplicationFailure } from '@temporalio/activity';
import type { Standing } from '#contracts/transaction-flow';
import { judgeEvidence } from '#domain/transactions/judge-evidence';
import { errorOf, type ErrorKey } from '#domain/errors/error-catalogue';
import { acceptedStatus, isUnposted } from '#domain/hosted-form';
import type { SubmitResult } from '#domain/provider-result';
import type { Transaction } from '#domain/registered-transaction';
import { refuseBlocked } from '#domain/risk/refuse-blocked';
import type { Refusal } from '#domain/routing/refusal';
import { findAccount } from '#gateway/connectors/find-account';
import { beginAttempt, type Attempt, type BegunAttempt } from '#persistence/transactions/begin-attempt';
import { offerForm } from '#persistence/transactions/hosted-page';
import { recordProgress, type Progress } from '#persistence/transactions/record-progress';
import { crashPoint } from '#process/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { composeOrder, composePayoutOrder } from './compose-order.js';
import { endTransaction } from './end-transaction.js';
import { stand } from './stand.js';
import { whileBeating } from './while-beating.js';

/**
 * Submits a payment or payout if it is due, and says where it stands. The attempt's row is committed before the
 * provider is called and gives the right to call to exactly one run of this activity: every later run, after a crash,
 * a time-out or a reset, finds the row and asks for a look-up instead (contract §9).
 */
export function createSubmitTransaction(dependencies: ActivityDependencies) {
  return async function submitTransaction(identifier: string): Promise<Standing> {
    const loaded = await beginAttempt(dependencies.database, identifier);
    if (!loaded)
      throw ApplicationFailure.nonRetryable(`there is no transaction ${identifier}`, 'NOT_REGISTERED');
    if (!loaded.begun) return resume(dependencies, loaded);
    crashPoint('before provider');
    const result = await send(dependencies, loaded, loaded.begun);
    crashPoint('after provider');
    const standing = await record(dependencies, loaded.transaction, loaded.begun, result);
    crashPoint('after record');
    return standing;
  };
}

/** What a send that never left us failed for, in the words of the error table. */
type Sent =
  | SubmitResult
  | { readonly kind: 'notSent'; readonly detail: string; readonly error: ErrorKey }
  | { readonly kind: 'blocked'; readonly error: ErrorKey };

async function send(
  dependencies: ActivityDependencies,
  loaded: BegunAttempt,
  attempt: Attempt,
): Promise<Sent> {
  const { transaction } = loaded;
  const blocked = refuseEnteredCard(dependencies, loaded);
  if (blocked) return { kind: 'blocked', error: blocked.error };
  const found = findAccount(dependencies.configuration(), attempt);
  if (found.kind === 'missing') return { kind: 'notSent', detail: found.error, error: found.error };
  const { connector, account } = found;
  const limit = { timeoutMs: transaction.plan.timing.providerCallMs };
  if (transaction.type === 'payout') {
    const order = composePayoutOrder(dependencies, loaded, attempt);
    return whileBeating(() => connector.submitPayout(order, account, limit));
  }
  const order = composeOrder(dependencies, loaded, attempt);
  if (!order) return { kind: 'notSent', detail: 'card data is gone', error: 'cardGone' };
  return whileBeating(() => connector.submitPayment(order, account, limit));
}

/**
 * Contract §12: a blocked card that was entered on the hosted form. Asked only by the run that has the attempt, which
 * alone could send it, so that no other run may be sending what this one refuses.
 */
function refuseEnteredCard(
  { configuration }: ActivityDependencies,
  { transaction, cardFingerprint }: BegunAttempt,
): Refusal | undefined {
  const { merchant, project, openedAt } = transaction;
  if (openedAt === undefined) return undefined;
  const subject = { merchant, project, card: cardFingerprint?.toString('hex') };
  return refuseBlocked(configuration(), subject, new Date());
}

/** Nothing was begun: the transaction is over, not due, or an earlier attempt already has the only right to be sent. */
async function resume(dependencies: ActivityDependencies, loaded: BegunAttempt): Promise<Standing> {
  const { transaction, earlier } = loaded;
  const last = earlier.at(-1);
  if (transaction.status !== 'pending' && transaction.status !== 'created') {
    return stand(transaction, transaction.status, 'unready');
  }
  if (isUnposted(transaction)) return offer(dependencies, transaction);
  if (last?.state === 'accepted') return stand(transaction, transaction.status, 'waiting', last.provider);
  if (last || !isTooOld(transaction))
    return stand(transaction, transaction.status, 'unknown', last?.provider);
  const { status } = await recordProgress(dependencies.database, {
    identifier: transaction.identifier,
    move: endTransaction(transaction, { to: 'error', source: 'timer', error: 'notSubmittedInTime' }),
    forgetCard: true,
  });
  return stand(transaction, status, 'unknown');
}

/** Contract §6: the challenge of an H2H payment without its card is our own form, offered once. */
async function offer({ database }: ActivityDependencies, transaction: Transaction): Promise<Standing> {
  if (transaction.status === 'created') return stand(transaction, 'created', 'unready');
  const isOffered = await offerForm(database, transaction.identifier);
  const status = isOffered ? 'created' : transaction.status;
  return stand({ ...transaction, status }, status, 'unready');
}

function isTooOld({ submitDueAt, plan }: Transaction): boolean {
  return submitDueAt !== undefined && Date.now() - submitDueAt.getTime() > plan.timing.submitMaxAgeMs;
}

async function record(
  dependencies: ActivityDependencies,
  transaction: Transaction,
  attempt: Attempt,
  result: Sent,
): Promise<Standing> {
  const { phase, ...progress } = translate(transaction, attempt, result);
  const { status } = await recordProgress(dependencies.database, {
    identifier: transaction.identifier,
    ...progress,
    forgetCard: phase !== 'due',
  });
  const standing = stand(transaction, status, phase, attempt.provider);
  return standing.phase === 'waiting' ? { ...standing, isJustSent: true } : standing;
}

type Step = Omit<Progress, 'identifier' | 'forgetCard'> & { readonly phase: 'due' | 'waiting' | 'unknown' };

/** What each result of the call changes. A result may come late, after the attempt was given up as unknown. */
function translate(transaction: Transaction, attempt: Attempt, result: Sent): Step {
  const { provider } = attempt;
  const tried = { n: attempt.n, from: ['sending', 'unknown'] } as const;
  const hasNextRoute = transaction.plan.routes[attempt.n] !== undefined;
  switch (result.kind) {
    case 'accepted': {
      const { challenge, providerId } = result;
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'accepted', providerId },
        move: {
          from: ['pending'],
          to: acceptedStatus(transaction, challenge),
          source: 'provider',
          challenge,
          provider,
        },
      };
    }
    case 'declined': {
      const attempted = { ...tried, to: 'declined', evidence: result.evidence } as const;
      // Contract §9: a payout goes to the next provider only when surely nothing was sent.
      if (result.soft && hasNextRoute && transaction.type === 'payment')
        return { phase: 'due', attempt: { ...attempted, cause: 'soft' } };
      const error = result.evidence.cause ?? 'declined';
      const end = { to: 'declined', source: 'provider', error } as const;
      return {
        phase: 'waiting',
        attempt: attempted,
        move: { ...endTransaction(transaction, end), provider },
      };
    }
    case 'notSent': {
      const attempted = { ...tried, to: 'not_sent', detail: result.detail } as const;
      if (hasNextRoute) return { phase: 'due', attempt: attempted };
      const several = attempt.n > 1 ? 'neverSentByAnyRoute' : 'neverSent';
      const error = 'error' in result ? result.error : several;
      const move = endTransaction(transaction, { to: 'error', source: 'provider', error });
      return { phase: 'waiting', attempt: attempted, move: { ...move, provider } };
    }
    case 'blocked': {
      const { error } = result;
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'not_sent', detail: errorOf(error).description },
        move: endTransaction(transaction, { to: 'declined', source: 'api', error }),
      };
    }
    case 'unknown': {
      const { cause, detail } = result;
      return { phase: 'unknown', attempt: { ...tried, to: 'unknown', cause, detail } };
    }
    case 'final': {
      const { evidence } = result;
      const attempts = [{ ...attempt, state: 'accepted' as const }];
      const money = { amount: transaction.amount, currency: transaction.currency };
      const { type, status } = transaction;
      const verdict = judgeEvidence({ type, status, money, attempts }, provider, evidence);
      if (verdict.kind === 'end') {
        const end = { to: verdict.to, source: 'provider', error: verdict.error } as const;
        return {
          phase: 'waiting',
          attempt: { ...tried, to: 'final', evidence, providerId: evidence.providerId },
          move: { ...endTransaction(transaction, end), provider },
        };
      }
      return {
        phase: 'waiting',
        attempt: { ...tried, to: 'accepted', evidence, providerId: evidence.providerId },
        ...(verdict.kind === 'review' ? { review: { cause: verdict.cause, evidence } } : {}),
      };
    }
  }
}
