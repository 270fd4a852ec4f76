import { listStripe, type AskStripe, type StripeObject } from '../fakes/ask-stripe.js';
import type { JournalEntry } from './journal.js';
import type { Witness } from './witness.js';

/** Stripe's own list of charges as the journal of a payment, beside that of the sandbox, to which it may have cascaded. */
export function witnessAtStripe(ask: AskStripe, sandbox: Witness): Witness {
  return {
    ...sandbox,
    charges: async (identifier) => [
      ...(await sandbox.charges(identifier)),
      ...(await chargesAtStripe(ask)).filter((charge) => charge.identifier === identifier),
    ],
  };
}

/** Every charge that Stripe has, with the identifier of its payment here. */
export async function chargesAtStripe(ask: AskStripe): Promise<readonly JournalEntry[]> {
  return (await listStripe(ask, '/v1/charges')).map((charge) => {
    const { gateway_reference: reference = '' } = charge['metadata'] as Readonly<Record<string, string>>;
    return {
      kind: 'charge',
      identifier: reference.replace(/-\d+$/, ''),
      reference,
      amount: String(Number(charge['amount_captured']) / 100),
      currency: String(charge['currency']).toUpperCase(),
      status: statusOf(charge),
    };
  });
}

function statusOf({ status }: StripeObject): JournalEntry['status'] {
  if (status === 'succeeded') return 'success';
  return status === 'failed' ? 'declined' : 'pending';
}
