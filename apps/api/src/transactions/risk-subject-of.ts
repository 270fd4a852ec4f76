import { customerValues } from '#countries/customer-values';
import { cardValues } from '#domain/risk/risk-value';
import type { BlockSubject } from '#domain/risk/refuse-blocked';
import { needsHostedForm, type TransactionRequest } from '#domain/transactions/transaction-request';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';

/** Everything of an accepted request that may be blocked, hashed as blocks are. */
export function riskSubjectOf(
  keyedHashes: KeyedHashes,
  whose: Pick<BlockSubject, 'merchant' | 'project'>,
  request: TransactionRequest,
): BlockSubject {
  const { customer, card, row } = request;
  const values = [...customerValues(customer, row.country), ...(card ? cardValues(card.pan) : [])];
  return {
    ...whose,
    values: values.map(({ kind, value }) => ({ kind, value: keyedHashes.blocked({ kind, value }) })),
    paysByCard: card !== undefined || (row.cardForm === true && needsHostedForm(request)),
  };
}
