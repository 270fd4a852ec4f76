import { transactionTypes } from '#domain/transaction/status';
import { reversalKinds, type ReportedReversal } from '#domain/refunds/reversal';
import { code, instant, isObject, text } from '../json-body.js';
import { readMoney } from './read-body.js';

/** A reversal in a record, a list or a callback (contract §15.8); undefined if it does not say what happened to what. */
export function readReversal(body: unknown): ReportedReversal | undefined {
  if (!isObject(body) || (body.type ?? 'reversal') !== 'reversal') return undefined;
  const kind = reversalKinds.find((known) => known === body.kind);
  const [key, providerReference, money] = [code(body.reversal_id), text(body.reference), readMoney(body)];
  const isOfTransaction = transactionTypes.some((type) => type === body.transaction_type);
  if (!kind || !key || !providerReference || !money || !isOfTransaction) return undefined;
  const [caseId, reason, respondBy] = [code(body.case), code(body.reason), instant(body.respond_by)];
  return {
    kind,
    providerReference,
    key,
    ...money,
    ...(caseId !== undefined && { case: caseId }),
    ...(reason !== undefined && { reason }),
    ...(respondBy !== undefined && { respondBy }),
  };
}

/**
 * The reversals in the record of a transaction that hold. One that waits for a person there may still be dismissed; only an
 * inquiry is told although nothing is posted for it.
 */
export function readReversals(body: unknown): readonly ReportedReversal[] {
  const listed = isObject(body) && Array.isArray(body.reversals) ? body.reversals : [];
  return listed.flatMap((row: unknown) => {
    const reversal = readReversal(row);
    const state = isObject(row) ? row.state : undefined;
    const holds = state === 'posted' || (state === 'recorded' && reversal?.kind === 'inquiry');
    return reversal && holds ? [reversal] : [];
  });
}
