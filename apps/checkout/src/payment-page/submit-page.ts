import { ServiceUnavailableException } from '@nestjs/common';
import type { RequestCard } from '#domain/transaction/request';
import type { Transaction } from '#domain/transaction/transaction';
import { networkOf } from '#domain/risk/network-of';
import { sealCard } from '#persistence/card-vault/sealed-card';
import { postHostedPage } from '#persistence/transactions/hosted-page';
import { crashPoint } from '#runtime/crash-point';
import type { CheckoutContext } from '../checkout-context.js';
import { updateFlow } from './update-flow.js';

/**
 * The customer pays. The row decides who was first: a double click, a second tab, another card and an expired page
 * change nothing. Once it is written nothing can be lost: when the flow is out of reach, the sweep carries on. Throws
 * 503 when the posting, or its card, could not be recorded: the page is as it was and can be posted again.
 */
export async function submitPage(
  context: CheckoutContext,
  payment: Transaction,
  posted: Posted,
): Promise<void> {
  const { status } = await post(context, payment, posted);
  crashPoint('after posting');
  // Whoever was not first waits for the same step, while there still is one to wait for.
  if (status === 'pending') await updateFlow(context, { ...payment, status }, 'pay');
}

/** `address`: where the browser is. */
type Posted = { readonly card: RequestCard | undefined; readonly address: string };

async function post(
  { database, vaultKey, keyedHashes, log }: CheckoutContext,
  { identifier, plan }: Transaction,
  { card, address }: Posted,
): ReturnType<typeof postHostedPage> {
  const network = networkOf(address);
  try {
    return await postHostedPage(database, identifier, {
      card: card && sealCard(await vaultKey.find(), identifier, card),
      payableMs: plan.timing.windowMs,
      address: network && keyedHashes.blocked({ kind: 'address', value: network }),
    });
  } catch (error) {
    // Only its name: what a failed statement carries along is no business of a log.
    const cause = error instanceof Error ? error.name : 'unknown';
    log.error({ identifier, cause }, 'the posted page could not be recorded');
    throw new ServiceUnavailableException();
  }
}
