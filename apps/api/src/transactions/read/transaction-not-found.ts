import { GatewayError } from '#domain/errors/gateway-error';
import { quote } from '#domain/values/text';
import type { TransactionType } from '#domain/transaction/status';
import { isReference, referenceProblem } from '../../http/constraints.js';

/** The 404 for a reference that this merchant has not used. A malformed reference is not repeated in the answer. */
export function transactionNotFound(type: TransactionType, reference: string): GatewayError {
  const none = `This merchant has no ${type} with`;
  if (!isReference(reference))
    return new GatewayError('resourceNotFound', {
      description: `${none} such a reference: a reference ${referenceProblem}`,
    });
  const description = `${none} the reference ${quote(reference)}`;
  return new GatewayError('resourceNotFound', { reference, description });
}
