import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../tools/demo/percentile.js';
import { idealBody } from '../fakes/bodies.js';
import { calmKeyId, hungKeyId } from './chaos-configuration.js';
import { createChaosMerchant, type Heard } from './chaos-merchant.js';
import type { ChaosStack } from './chaos-stack.js';
import { describeAnswer, type Operation } from './operation-log.js';

/** How a merchant with a MID and an endpoint of its own was served: alone, and beside those that hang. */
export type Service = {
  readonly before: Measured;
  readonly during: Measured;
  /** Calls to a provider and callbacks to a merchant that got no answer. */
  readonly hung: number;
};
export type Measured = { readonly samples: number; readonly p50Ms: number; readonly p95Ms: number };

/** With the samples, half of what two cores can serve: what a full machine does to a merchant is another question. */
const perSecond = 3;
/** Of the hung ones: the others are paid at once, and only their callback hangs. */
const shareOfPayments = 0.75;
const sampleEveryMs = 500;
const calmMs = 20_000;
/** Processes that have just started are slow. */
const warmUpMs = 20_000;
/** When everything is full, others have to be served all the same. */
const fullMs = 15_000;
export const answerLimitMs = 8_000;
const backgroundLimitMs = 1_000;

/**
 * A provider and a merchant's endpoint hang in number, in a quiet time, while a healthy merchant goes on. Before that as
 * many payments are made that do not hang, so that only the hanging makes the difference.
 */
export async function hangInNumber(
  chaos: ChaosStack,
  { hung, operations }: { readonly hung: number; readonly operations: Operation[] },
): Promise<Service> {
  const merchant = createChaosMerchant(chaos.apiUrls);
  const calmUrl = `${chaos.stack.urls.sandbox}/merchant/callbacks`;
  const hungUrl = `http://localhost:${chaos.hung.port}/merchant/callbacks`;
  let made = 0;
  const keep = async (keyId: string, callbackUrl: string, limitMs: number): Promise<Heard> => {
    const body = idealBody({ sandbox: 'at_once' }, { callback_url: callbackUrl });
    const { reference } = body;
    const invokedAt = Date.now();
    const heard = await merchant.create({ keyId, type: 'payment', reference }, JSON.stringify(body), limitMs);
    const answer = describeAnswer(heard.answer);
    operations.push({ reference, kind: 'create', burst: 0, invokedAt, endedAt: Date.now(), answer });
    return heard;
  };
  const calm = () => keep(calmKeyId, calmUrl, backgroundLimitMs);
  const hanging = () => {
    made += 1;
    return made % 4 < shareOfPayments * 4
      ? keep(hungKeyId, calmUrl, backgroundLimitMs)
      : keep(calmKeyId, hungUrl, backgroundLimitMs);
  };
  const measure = (background: () => Promise<Heard>, lastsMs: number, count: number) =>
    sample(() => keep(calmKeyId, calmUrl, answerLimitMs), { background, lastsMs, count });

  const calmCount = (calmMs / 1_000) * perSecond;
  await measure(calm, warmUpMs, (warmUpMs / 1_000) * perSecond);
  const before = await measure(calm, calmMs, calmCount);
  chaos.hung.change({ kind: 'blackHole' });
  const during = await measure(hanging, (hung / perSecond) * 1_000 + fullMs, hung);
  chaos.hung.change({ kind: 'pass' });
  merchant.close();
  return { before, during, hung };
}

/** One sample after another at their times, however long each takes, beside others at the given rate. */
async function sample(
  healthy: () => Promise<Heard>,
  options: { readonly background: () => Promise<Heard>; readonly lastsMs: number; readonly count: number },
): Promise<Measured> {
  const startedAt = Date.now();
  const others: Promise<unknown>[] = [];
  const taken: Promise<number>[] = [];
  const load = (async () => {
    for (let index = 0; index < options.count; index += 1) {
      await sleep(Math.max(0, startedAt + (index * 1_000) / perSecond - Date.now()));
      others.push(options.background());
    }
  })();
  for (let at = 0; at < options.lastsMs; at += sampleEveryMs) {
    await sleep(Math.max(0, startedAt + at - Date.now()));
    taken.push(time(healthy));
  }
  await load;
  await Promise.all(others);
  const times = await Promise.all(taken);
  return { samples: times.length, p50Ms: percentile(times, 0.5), p95Ms: percentile(times, 0.95) };
}

/** A caller that was not answered with the payment has waited for nothing. */
async function time(call: () => Promise<Heard>): Promise<number> {
  const startedAt = Date.now();
  const { answer } = await call();
  return answer?.status === 200 ? Date.now() - startedAt : Math.max(answerLimitMs, Date.now() - startedAt);
}
