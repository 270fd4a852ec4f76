import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosMerchant } from './chaos-merchant.js';
import { finalStates } from './chaos-run.js';
import { describeAnswer, type Operation } from './operation-log.js';
import type { Subject } from './plan-traffic.js';
import { keepFinal, type Traffic } from './traffic.js';

const retryMs = 500;

/**
 * The merchant cancels a refund, as often as it takes to get an answer: 504 and no answer are asked again. A record that ends the
 * refund is one more look at its final state.
 */
export async function cancelRefund(
  merchant: ChaosMerchant,
  subject: Subject,
  traffic: Traffic,
  triesMax: number,
): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const invokedAt = Date.now();
    const answer = describeAnswer((await merchant.cancel(subject)).answer);
    const { reference } = subject;
    const endedAt = Date.now();
    const operation: Operation = { reference, kind: 'cancel', burst: tries, invokedAt, endedAt, answer };
    traffic.operations.push(operation);
    const state = answer?.status === 200 ? answer.state : undefined;
    if (state !== undefined && finalStates.includes(state)) keepFinal(traffic, subject, state);
    if (answer !== undefined && answer.status < 500) return;
    await sleep(retryMs);
  }
}
