import { Client, Connection } from '@temporalio/client';
import { paymentWorkflowId } from '#contracts/transaction-workflow';
import { enteredCard } from '../fakes/bodies.js';
import {
  actAtProvider,
  decline,
  declinedLate,
  goodCard,
  openForm,
  softlyDeclined,
} from '../fakes/declined-cards.js';
import { createMerchant } from '../fakes/merchant.js';
import type { SharedStack } from '../stack/lane-stacks.js';
import { fetchHistory, type RecordedHistory } from './record-histories.js';

/** A payment whose first card is declined in the answer, the second by a callback, and the third pays: its history, by name. */
export async function recordTriedAgain(
  stack: Pick<SharedStack, 'urls' | 'temporalAddress'>,
): Promise<ReadonlyMap<string, RecordedHistory>> {
  const merchant = createMerchant(stack.urls.api, 'mk_test_retry');
  const opened = await openForm(merchant);
  const { body, identifier, customer } = opened;
  const second = await decline(opened, softlyDeclined);
  const third = await decline(opened, declinedLate, second);
  const posted = await customer.submit(third, 'pay', enteredCard(goodCard));
  await actAtProvider(customer, posted, 'approve');
  await merchant.untilFinal(body.reference);
  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    const { workflow } = new Client({ connection });
    const history = await fetchHistory(workflow, paymentWorkflowId(identifier));
    return new Map([['hpp-card-tried-again', history]]);
  } finally {
    await connection.close();
  }
}
