import type { GatewayClient } from '#client/gateway-client';
import type { PayoutStep } from './payout-steps.js';
import type { Played, StepStage } from './step-stage.js';
import { awaitCallback, awaitFinal } from './watch-transaction.js';

/** Pays out as a merchant's service does, and follows the payout to its callback. Throws what the gateway refuses. */
export async function playPayout(
  stage: StepStage,
  { name, payer, payout, scenario, bankChoice }: PayoutStep,
  onProgress: (words: string) => void,
): Promise<Played> {
  const { sandboxUrl } = stage;
  const client = payer === 'poor' ? stage.poor : stage.client;
  const reference = stage.referenceOf(name);
  const shopUrl = `${sandboxUrl}/merchant`;
  const bankCode = bankChoice === 'beforehand' ? await findBank(client) : undefined;

  const started = performance.now();
  const created = await client.createPayout(payout({ reference, shopUrl, scenario, bankCode }));
  const createMs = performance.now() - started;
  onProgress(created.status);
  if (bankChoice === 'whenAsked') {
    await client.confirmBankCode(reference, firstOf(created.challenge?.challenge_bank_code));
  }
  const final = await awaitFinal((options) => client.checkPayout(reference, options), onProgress);
  onProgress(`${final.status}, waits for the callback`);
  await awaitCallback(sandboxUrl, reference, final.status);
  const { identifier } = created;
  return { outcome: `${final.status}, ${final.error_code}`, createMs, identifier, hasCallback: true };
}

async function findBank(client: GatewayClient): Promise<string> {
  return firstOf(await client.banks('NG'));
}

function firstOf(banks: readonly { readonly code: string }[] = []): string {
  const [bank] = banks;
  if (bank === undefined) throw new Error('no bank is offered');
  return bank.code;
}
