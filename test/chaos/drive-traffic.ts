import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer } from '../../tools/demo/customer.js';
import { createPaymentWatch, type AwaitPayment } from './await-payment.js';
import { cancelRefund } from './cancel-refund.js';
import type { ChaosMerchant } from './chaos-merchant.js';
import { chooseBank } from './choose-bank.js';
import { describeAnswer, duplicateCode, outcomeOf, type Operation } from './operation-log.js';
import type { PlannedTransaction } from './plan-traffic.js';
import { look, type Traffic } from './traffic.js';
import { enteredCanary, type Body } from './traffic-bodies.js';

const triesMax = 12;
const retryMs = 500;
const retryMsMax = 4_000;
const hangUpAfterMs = 60;
const burstSize = 3;
const cancelTriesMax = 12;
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
  const awaitPayment = createPaymentWatch(merchant, traffic);
  for (const [index, planned] of plan.entries()) {
    await sleep(Math.max(0, startedAt + planned.atMs - Date.now()));
    while (underWay.size >= inFlightMax) await Promise.race(underWay);
    const one = play(merchant, planned, traffic, awaitPayment).finally(() => underWay.delete(one));
    underWay.add(one);
    onProgress(index + 1);
  }
  await Promise.all(underWay);
}

async function play(
  merchant: ChaosMerchant,
  planned: PlannedTransaction,
  traffic: Traffic,
  awaitPayment: AwaitPayment,
): Promise<void> {
  const { reference, body, bankCode } = planned;
  const refund = await readyToRefund(planned, awaitPayment);
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
      refund,
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
  const isCancelled = planned.manner === 'cancel';
  const made = await Promise.all([
    ...Array.from({ length: first }, () => call('create', text, limitMs)),
    ...(isCancelled ? [cancelMeanwhile(merchant, planned, traffic)] : []),
  ]);
  let isOver = made.some((operation) => operation !== undefined && isDecided(operation));
  // By the book (contract §4): no answer and 504 are retried with the identical body; so is "not available now".
  for (let tries = 1; !isOver && tries < triesMax; tries += 1) {
    await sleep(Math.min(retryMsMax, retryMs * 2 ** (tries - 1)));
    burst += 1;
    isOver = isDecided(await call('create', text));
  }
  burst += 1;
  if (isCancelled) await cancelRefund(merchant, planned, traffic, cancelTriesMax);
  // Of a reference that is not taken this would be the first call.
  if (planned.manner === 'changed' && isTaken(traffic.operations, reference)) {
    await call('changed', JSON.stringify({ ...body, amount: otherAmount(body) }));
  }
  const entered = filledIn[planned.method];
  if (pageUrl !== undefined && entered) await postPage(pageUrl, entered);
  if (planned.choice) traffic.operations.push(...(await chooseBank(merchant, planned, planned.choice)));
  await look(merchant, planned, traffic);
}

/** What a refund gives back, once its payment has ended; undefined for what is no refund. */
async function readyToRefund(
  { part }: PlannedTransaction,
  awaitPayment: AwaitPayment,
): Promise<Operation['refund']> {
  if (part === undefined) return undefined;
  const { payment, paymentKeyId, amount } = part;
  const isPaid = await awaitPayment({ keyId: paymentKeyId, type: 'payment', reference: payment });
  return { payment, amount, isPaid };
}

/** About when the refund is registered. */
async function cancelMeanwhile(
  merchant: ChaosMerchant,
  planned: PlannedTransaction,
  traffic: Traffic,
): Promise<undefined> {
  await sleep(hangUpAfterMs);
  await cancelRefund(merchant, planned, traffic, 1);
}

function isTaken(operations: readonly Operation[], reference: string): boolean {
  return operations.some(
    (operation) =>
      operation.reference === reference &&
      operation.kind === 'create' &&
      (outcomeOf(operation) === 'ok' || operation.answer?.code === duplicateCode),
  );
}

/** In the form of the amount that the body has, if it has one. */
function otherAmount({ amount }: Body): string | number {
  if (amount === undefined) return '0.01';
  return typeof amount === 'string' ? (Number(amount) + 1).toFixed(2) : Number(amount) + 1;
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
