import { findMethod } from '#domain/methods/find-method';
import type { TransactionType } from '#domain/transaction';
import { pruneBody, type ParsedBody } from '../http/check-body.js';

/**
 * Which create endpoint a body is meant for. A hosted page is a payment's; a method that is sent directly is a payout's
 * where payouts alone have it. What is neither is refused as a payment.
 */
export function directionOf(parsed: ParsedBody): TransactionType {
  const { method: code, widget } = pruneBody(parsed);
  if (widget !== undefined || typeof code !== 'string') return 'payment';
  if (findMethod('payment', 'h2h', code).kind === 'found') return 'payment';
  return findMethod('payout', 'h2h', code).kind === 'found' ? 'payout' : 'payment';
}
