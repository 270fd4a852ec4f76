import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import { findPersonalBox, openPersonalData } from '#persistence/transactions/personal-data';
import type { ApiContext } from '../api-context.js';
import { payoutResponse } from '../payouts/payout-response.js';
import { paymentResponse } from '../payments/payment-response.js';

/** The body of an answered create call, in the shape of its direction, style and method (contract §6). */
export type AcceptanceResponse = Readonly<Record<string, unknown>>;

/** `isFirst`: the answer to the call that registered it, and not to one that re-joins. */
export async function acceptanceResponse(
  context: ApiContext,
  transaction: Transaction,
  moment: { readonly isFirst: boolean },
): Promise<AcceptanceResponse> {
  const { type, style, method, identifier } = transaction;
  if (type === 'payment') return paymentResponse(context, transaction, moment);
  const { showsRequisites } = methodOf(type, style, method);
  const box = showsRequisites ? await findPersonalBox(context.database, identifier) : undefined;
  return payoutResponse(transaction, openPersonalData(context.sealedBox, identifier, box), moment);
}
