import { Client, Connection } from '@temporalio/client';
import { approve } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import type { BreakableSystem } from '../stack/breakable-system.js';
import { createMerchant, goldenKey } from '../fakes/merchant.js';
import { africaPayout } from '../fakes/payout-bodies.js';
import { secretKey } from '../fakes/paystack-face.js';
import type { Setting } from '../stack/start-test-stack.js';
import { fetchHistory, type RecordedHistory } from './record-histories.js';

const keyId = 'mk_test_held';

/** A shop whose payouts to an account in another name wait for a person. */
export const heldSettings: readonly Setting[] = [
  [
    ['providers', 'paystack'],
    {
      connector: 'paystack',
      base_url: '${SANDBOX_URL}/paystack',
      currencies: ['NGN'],
      resolve_accounts: { mismatch: 'review' },
    },
  ],
  [['mids', 'held'], { provider: 'paystack', credentials: { secret_key: secretKey } }],
  [['projects', 'held'], { merchant: 'demo', keys: { [keyId]: goldenKey }, routes: [{ mid: 'held' }] }],
];

/** The history of a payout that was held, and sent on a person's word; by name. */
export async function recordHeldPayout({
  stack,
}: BreakableSystem): Promise<ReadonlyMap<string, RecordedHistory>> {
  const connection = await Connection.connect({ address: stack.temporal.address });
  try {
    const { workflow } = new Client({ connection });
    const merchant = createMerchant(stack.urls.api, keyId);
    const body = africaPayout();
    const created = await merchant.post('/v2/payout', body);
    const workflowId = workflowIdOf('payout', String(created.body['identifier']));
    const approval = { operator: 'record', reason: 'to be recorded', evidence: 'none' };
    await workflow.getHandle(workflowId).executeUpdate(approve, { args: [approval] });
    return new Map([['rare-payout-approved', await fetchHistory(workflow, workflowId)]]);
  } finally {
    await connection.close();
  }
}
