import {
  allHandlersFinished,
  condition,
  defineSignal,
  defineUpdate,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import { bareSignal, bareStepUpdate } from './bare-contract.js';
import type { BareActivities } from './bare-worker.js';

const { first, second, third } = proxyActivities<BareActivities>({ startToCloseTimeout: '10 seconds' });

/** The least that a flow with our guarantees could be: a step, a word from outside, two more steps. */
export async function bareFlow(): Promise<void> {
  let isStepped = false;
  let hasArrived = false;
  setHandler(defineSignal(bareSignal), () => void (hasArrived = true));
  setHandler(defineUpdate(bareStepUpdate), () => condition(() => isStepped));
  await first();
  isStepped = true;
  await condition(() => hasArrived);
  await second();
  await third();
  await condition(allHandlersFinished);
}
