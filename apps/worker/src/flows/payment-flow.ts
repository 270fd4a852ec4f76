import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import {
  awaitFirstStep,
  awaitNextStep,
  cancelPayment,
  evidenceArrived,
  lookUpNow,
  type PaymentFlowInput,
  type Standing,
} from '#contracts/payment-flow';
import { searchAttributes } from '#contracts/search-attributes';
import { describeStanding } from './describe-standing.js';
import { planActivities } from './plan-activities.js';
import { unless } from './unless.js';

/** A failed step is tried again after these waits. It is safe: every step looks at the books before it acts. */
const stepRetrySeconds = [1, 2, 5, 10, 30] as const;

/** What came from outside and was not looked at yet. */
type News = 'evidence' | 'posted' | 'cancel' | 'lookUp';

/**
 * One payment, from its registered row to the merchant's delivered callback (contract §9). It holds identifiers only
 * and begins by asking Postgres where the payment stands, so that a flow started anew on an old row does what is left:
 * nothing sent yet → submit; sent without an answer → look up; accepted → wait; final → tell the merchant.
 */
export async function paymentFlow({ identifier, timing }: PaymentFlowInput): Promise<void> {
  const activities = planActivities(timing);
  const news = new Set<News>();
  let standing: Standing | undefined;
  let failures = 0;

  const isStepped = () => standing !== undefined && standing.phase !== 'due' && standing.phase !== 'unknown';
  const answerWhen = async (isReady: () => boolean): Promise<Standing> => {
    await condition(() => isReady() && isStepped());
    if (!standing) throw ApplicationFailure.nonRetryable('a payment that took a step has a standing');
    return standing;
  };
  setHandler(evidenceArrived, () => void news.add('evidence'), {
    description: 'A callback of the provider waits in the inbox.',
  });
  setHandler(lookUpNow, () => void news.add('lookUp'), {
    description: 'Ask the provider for the truth now.',
  });
  setHandler(awaitFirstStep, () => answerWhen(() => true), {
    description: 'Waits until the merchant can be answered.',
  });
  setHandler(
    awaitNextStep,
    () => {
      if (!standing || standing.phase === 'unopened') news.add('posted');
      return answerWhen(() => !news.has('posted'));
    },
    { description: 'The customer posted the hosted page: waits for the next step.' },
  );
  setHandler(
    cancelPayment,
    () => {
      if (!isOver(standing)) news.add('cancel');
      return answerWhen(() => !news.has('cancel'));
    },
    { description: 'Ends a payment that was never sent; asks the provider to cancel any other.' },
  );

  /**
   * Waits for the customer to post the page, or to give up, until the page closes. The wish is taken away only when its
   * step is done: until then it keeps the update that brought it waiting.
   */
  const whileUnopened = async (until: string): Promise<Standing> => {
    const left = Math.max(1, Date.parse(until) - Date.now());
    await condition(() => news.has('posted') || news.has('cancel'), left, { summary: 'hosted page closes' });
    if (news.has('posted')) return activities.submitPayment(identifier).finally(() => news.delete('posted'));
    if (news.has('cancel')) return activities.cancelPage(identifier).finally(() => news.delete('cancel'));
    return activities.expirePage(identifier);
  };

  /** Waits for the provider's word; what it does not tell in time is looked up until it is known. */
  const whileOpen = async (current: Standing): Promise<Standing> => {
    const hasNews = () => news.size > 0;
    await condition(hasNews, timing.lookupMs[0] ?? 1, { summary: 'first look-up' });
    if (news.delete('evidence')) return activities.applyEvidence(identifier);
    if (news.has('cancel')) return activities.askToCancel(identifier).finally(() => news.delete('cancel'));
    news.delete('lookUp');
    return unless(hasNews, () => activities.lookUpPayment(identifier), current);
  };

  const takeStep = (current: Standing | undefined): Promise<Standing> => {
    if (current?.phase === 'unopened') return whileUnopened(current.until);
    if (current?.phase === 'waiting' || current?.phase === 'unknown') return whileOpen(current);
    return activities.submitPayment(identifier);
  };

  /** Takes one step and shows where it led. After a failure only the books know, so they are asked again. */
  const advance = async (take: () => Promise<Standing>) => {
    try {
      const before = standing;
      standing = await take();
      failures = 0;
      if (standing.phase !== 'unopened') news.delete('posted');
      showStanding(before, standing);
    } catch (error) {
      if (isCancellation(error)) throw error;
      standing = undefined;
      const wait = stepRetrySeconds[failures] ?? stepRetrySeconds[stepRetrySeconds.length - 1];
      failures = Math.min(failures + 1, stepRetrySeconds.length);
      await sleep(`${wait}s`, { summary: 'a step failed and is tried again' });
    }
  };

  while (!isOver(standing)) {
    const current: Standing | undefined = standing;
    await advance(() => takeStep(current));
  }
  news.delete('cancel');

  let isTold = false;
  const telling = activities.deliverCallback(identifier).then(() => void (isTold = true));
  while (!isTold || news.has('evidence')) {
    await Promise.race([telling, condition(() => isTold || news.has('evidence'))]);
    if (news.delete('evidence')) await advance(() => activities.applyEvidence(identifier));
  }
  await condition(allHandlersFinished);
}

function isOver(standing: Standing | undefined): boolean {
  return standing?.phase === 'final';
}

function showStanding(before: Standing | undefined, now: Standing): void {
  setCurrentDetails(describeStanding(now));
  if (before?.status === now.status) return;
  upsertSearchAttributes([
    { key: searchAttributes.status, value: now.status },
    ...(now.provider ? [{ key: searchAttributes.provider, value: now.provider }] : []),
  ]);
}
