import { customerValues } from '#countries/customer-values';
import { cardValues } from '#domain/risk/risk-value';
import type { BlockSubject } from '#domain/risk/refuse-blocked';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import type { RiskHashes } from '#persistence/secrets/card-fingerprints';

/** Everything of an accepted request that may be blocked, hashed as blocks are. */
export function riskSubjectOf(
  riskHashes: RiskHashes,
  whose: Pick<BlockSubject, 'merchant' | 'project'>,
  request: TransactionRequest,
): BlockSubject {
  const { customer, card, row } = request;
  const values = [...customerValues(customer, row.country), ...(card ? cardValues(card.pan) : [])];
  return {
    ...whose,
    values: values.flatMap(({ kind, value }) =>
      riskHashes.known({ kind, value }).map((hash) => ({ kind, value: hash })),
    ),
    paysByCard: card !== undefined || (row.cardForm === true && needsHostedForm(request)),
  };
}
