import { percentile } from './percentile.js';
import type { StepResult, StepStage } from './play-step.js';
import { readAnswer } from './read-answer.js';
import { idealPayment } from './sample-payments.js';
import { awaitFinal } from './watch-payment.js';

export type CreateMeasure = {
  readonly result: StepResult;
  /** Absent when a call got no answer. */
  readonly times?: CreateTimes;
};

/** Milliseconds of one create call, from sending to the last byte of the answer. */
export type CreateTimes = { readonly p50: number; readonly p95: number };

/** Creates so many payments, one call at a time, and waits until all of them are paid. Never throws. */
export async function measureCreates(
  stage: StepStage,
  count: number,
  onProgress: (words: string) => void,
): Promise<CreateMeasure> {
  try {
    return await measure(stage, count, onProgress);
  } catch (error) {
    return { result: { outcome: error instanceof Error ? error.message : 'failed', isExpected: false } };
  }
}

async function measure(
  { client, sandboxUrl, referenceOf }: StepStage,
  count: number,
  onProgress: (words: string) => void,
): Promise<CreateMeasure> {
  const durations: number[] = [];
  const accepted: string[] = [];
  const refusals: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    const reference = referenceOf(`measured-${index}`);
    const order = { reference, shopUrl: `${sandboxUrl}/merchant`, scenario: 'success' };
    const answer = await client.send('POST', '/v2/payment', JSON.stringify(idealPayment(order)));
    const { httpStatus, errorCode } = readAnswer(answer);
    durations.push(answer.milliseconds);
    if (httpStatus === 200 && errorCode === 0) accepted.push(reference);
    else refusals.push(`HTTP ${httpStatus}, ${errorCode}`);
    if (index % toldEvery === 0) onProgress(`${index} of ${count} created`);
  }
  const ends = await Promise.all(accepted.map((reference) => awaitFinal(client, reference, () => undefined)));
  const outcomes = [...refusals, ...ends.map(({ status, errorCode }) => `${status}, ${errorCode}`)];
  const outcome = outcomes.find((each) => each !== expectedOfEach) ?? expectedOfEach;
  const result = { outcome, isExpected: outcome === expectedOfEach };
  return { result, times: { p50: percentile(durations, 0.5), p95: percentile(durations, 0.95) } };
}

const toldEvery = 5;
const expectedOfEach = 'success, 0';
