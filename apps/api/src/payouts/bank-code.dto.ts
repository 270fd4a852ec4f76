import { bankCodeMax } from '#contracts/transaction-workflow';
import { GatewayError } from '#domain/errors/gateway-error';
import { malformedFields, missingFields, pruneBody, type ParsedBody } from '../http/check-body.js';
import { Reference, Required, Text } from '../http/constraints.js';

/** The body of `POST /v2/payout/challenge/bank-code` (specification §4). */
class BankCodeBody {
  @Required() @Reference() reference?: string;
  @Required() @Text(bankCodeMax) bank_code?: string;
}

export type BankCodeRequest = { readonly reference: string; readonly bankCode: string };

/** Validates the body: 31 with every missing field, else 30 with every malformed one. */
export function acceptBankCode(parsed: ParsedBody): BankCodeRequest {
  const body = pruneBody(parsed);
  const missing = missingFields(BankCodeBody, body);
  if (missing.length > 0) throw new GatewayError('requiredFieldsMissing', { fields: missing });
  const malformed = malformedFields(BankCodeBody, body);
  const { reference, bank_code: bankCode } = body;
  if (malformed.length > 0 || typeof reference !== 'string' || typeof bankCode !== 'string') {
    throw new GatewayError('invalidParams', { fields: malformed });
  }
  return { reference, bankCode };
}
