import { bankCodeMax } from '#contracts/transaction-flow';
import { GatewayError } from '#domain/errors/gateway-error';
import { Reference } from '../transactions/create-request-body.js';
import { Text } from '../transactions/field-checks.js';
import { pruneBody, type ParsedBody } from '../transactions/prune-body.js';
import { shapeProblems } from '../transactions/shape-problems.js';

export type BankCodeRequest = { readonly reference: string; readonly bankCode: string };

class BankCodeBody {
  @Reference() reference?: string;
  @Text(bankCodeMax) bank_code?: string;
}

const required = ['reference', 'bank_code'] as const;

/** The body of `POST /v2/payout/challenge/bank-code`: both fields, 31 when one is missing, 30 when one is malformed. */
export function acceptBankCode(parsed: ParsedBody): BankCodeRequest {
  const body = pruneBody(parsed);
  const missing = required.filter((path) => body[path] === undefined);
  if (missing.length > 0) {
    const fields = missing.map((path) => ({ path, problem: 'is required' }));
    throw new GatewayError('requiredFieldsMissing', { fields });
  }
  const malformed = shapeProblems(BankCodeBody, {}, body);
  const { reference, bank_code: bankCode } = body;
  if (malformed.length > 0 || typeof reference !== 'string' || typeof bankCode !== 'string') {
    throw new GatewayError('invalidParams', { fields: malformed });
  }
  return { reference, bankCode };
}
