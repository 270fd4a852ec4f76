import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer } from '../../tools/demo/customer.js';
import type { ChaosMerchant } from './chaos-merchant.js';
import { chooseBank } from './choose-bank.js';
import { describeAnswer, outcomeOf, type Operation } from './operation-log.js';
import type { PlannedTransaction, Subject } from './plan-traffic.js';
import { enteredCanary } from './traffic-bodies.js';

export type Traffic = {
  readonly operations: Operation[];
  /** Final states that the merchant has seen, in the order of seeing, by reference. */
  readonly seenFinals: Map<string, string[]>;
};

const triesMax = 12;
const retryMs = 500;
const retryMsMax = 4_000;
const hangUpAfterMs = 60;
const burstSize = 3;
const customerTriesMax = 12;
const inFlightMax = 120;

/** What the customer of a hosted page fills in. */
const filledIn: Readonly<Partial<Record<PlannedTransaction['method'], Readonly<Record<string, string>>>>> = {
  pix: {},
  cardPage: enteredCanary,
};

/** Makes every planned transaction at its time, with no more under way than a merchant's service would have. */
export async function driveTraffic(
  merchant: ChaosMerchant,
  plan: readonly PlannedTransaction[],
  traffic: Traffic,
  onProgress: (made: number) => void,
): Promise<void> {
  const startedAt = Date.now();
  const underWay = new Set<Promise<void>>();
  for (const [index, planned] of plan.entries()) {
    await sleep(Math.max(0, startedAt + planned.atMs - Date.now()));
    while (underWay.size >= inFlightMax) await Promise.race(underWay);
    const one = play(merchant, planned, traffic).finally(() => underWay.delete(one));
    underWay.add(one);
    onProgress(index + 1);
  }
  await Promise.all(underWay);
}

async function play(merchant: ChaosMerchant, planned: PlannedTransaction, traffic: Traffic): Promise<void> {
  const { reference, body, bankCode } = planned;
  const text = JSON.stringify(body);
  let burst = 0;
  let pageUrl: string | undefined;
  const call = async (kind: 'create' | 'changed', bytes: string, limitMs?: number): Promise<Operation> => {
    const invokedAt = Date.now();
    const { answer } = await merchant.create(planned, bytes, limitMs);
    const endedAt = Date.now();
    const operation = {
      reference,
      kind,
      bankCode,
      burst,
      invokedAt,
      endedAt,
      answer: describeAnswer(answer),
    };
    traffic.operations.push(operation);
    if (answer && typeof answer.body['redirect_url'] === 'string') pageUrl = answer.body['redirect_url'];
    return operation;
  };

  const first = planned.manner === 'parallel' ? burstSize : 1;
  const limitMs = planned.manner === 'hangUp' ? hangUpAfterMs : undefined;
  const made = await Promise.all(Array.from({ length: first }, () => call('create', text, limitMs)));
  let isOver = made.some(isDecided);
  // By the book (contract §4): no answer and 504 are retried with the identical body; so is "not available now".
  for (let tries = 1; !isOver && tries < triesMax; tries += 1) {
    await sleep(Math.min(retryMsMax, retryMs * 2 ** (tries - 1)));
    burst += 1;
    isOver = isDecided(await call('create', text));
  }
  burst += 1;
  if (planned.manner === 'changed') {
    await call('changed', JSON.stringify({ ...body, amount: Number(body['amount']) + 1 }));
  }
  const entered = filledIn[planned.method];
  if (pageUrl !== undefined && entered) await postPage(pageUrl, entered);
  if (planned.choice) traffic.operations.push(...(await chooseBank(merchant, planned, planned.choice)));
  await look(merchant, planned, traffic);
}

/** The reference is spoken for: a success, or an answer that says another call has it. */
function isDecided(operation: Operation): boolean {
  const outcome = outcomeOf(operation);
  return outcome === 'ok' || (outcome === 'fail' && operation.answer?.status !== 503);
}

/** The customer of a hosted page: tries again when the page does not come, as people do. */
export async function postPage(url: string, entered: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < customerTriesMax; tries += 1) {
    const customer = createCustomer();
    try {
      const page = await customer.open(url);
      if (page.httpStatus < 500) return void (await customer.submit(page, 'pay', entered));
    } catch (error) {
      // No form: it was posted before, and the answer was lost on the way.
      if (error instanceof Error && /no form|does not offer/.test(error.message)) return;
    }
    await sleep(retryMs);
  }
}

/** One look at the record; a final state that was seen must never change afterwards. */
export async function look(merchant: ChaosMerchant, subject: Subject, traffic: Traffic): Promise<void> {
  const { reference } = subject;
  const { answer } = await merchant.read(subject);
  const status = answer?.status === 200 ? String(answer.body['status']) : '';
  if (!['success', 'declined', 'error', 'expired'].includes(status)) return;
  traffic.seenFinals.set(reference, [...(traffic.seenFinals.get(reference) ?? []), status]);
}
