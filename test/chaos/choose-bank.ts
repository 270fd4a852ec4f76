import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosMerchant } from './chaos-merchant.js';
import { describeAnswer, outcomeOf, type Operation } from './operation-log.js';
import { chooseWithinMs, type BankChoice, type Subject } from './plan-traffic.js';

const triesMax = 8;
const retryMs = 500;
const lateTries = [-400, 0, 400] as const;
const [chosen, another] = ['058', '033'] as const;

/** The merchant answers a bank-code challenge, as it decided to; every call is kept. */
export async function chooseBank(
  merchant: ChaosMerchant,
  subject: Subject,
  choice: BankChoice,
): Promise<readonly Operation[]> {
  const operations: Operation[] = [];
  const call = async (bankCode: string, burst: number): Promise<boolean> => {
    const invokedAt = Date.now();
    const { answer } = await merchant.chooseBank(subject, bankCode);
    const operation: Operation = {
      reference: subject.reference,
      kind: 'choose',
      bankCode,
      burst,
      invokedAt,
      endedAt: Date.now(),
      answer: describeAnswer(answer),
    };
    operations.push(operation);
    return isDecided(operation);
  };
  const insist = async (bankCode: string): Promise<void> => {
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (await call(bankCode, tries)) return;
      await sleep(retryMs);
    }
  };

  switch (choice) {
    case 'never':
      return operations;
    case 'one':
      await insist(chosen);
      return operations;
    case 'parallel':
      await Promise.all([insist(chosen), insist(another), insist(chosen)]);
      return operations;
    case 'late':
      await Promise.all(
        lateTries.map(async (apart) => {
          await sleep(chooseWithinMs + apart);
          await insist(apart === 0 ? another : chosen);
        }),
      );
      return operations;
  }
}

/** 504 and no answer are asked again; whatever else was said stays so. */
function isDecided(operation: Operation): boolean {
  return outcomeOf(operation) === 'ok' || (operation.answer !== undefined && operation.answer.status < 500);
}
