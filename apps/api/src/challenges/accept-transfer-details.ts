import { GatewayError } from '#domain/errors/gateway-error';
import type { TransferDetails } from '#domain/transaction/transfer-details';
import { isReference } from '../transactions/create-request-body.js';
import { pruneBody, type ParsedBody } from '../transactions/prune-body.js';
import { shapeProblems } from '../transactions/shape-problems.js';
import { TransferDetailsBody } from './transfer-details-body.js';

export type AcceptedDetails = { readonly reference: string; readonly details: TransferDetails };

const required = ['reference', 'tracking_key'] as const;

/** Reads the body by its fields alone: 31 with everything that is missing, else 30 with everything malformed. */
export function acceptTransferDetails(parsed: ParsedBody): AcceptedDetails {
  const body = pruneBody(parsed);
  const named = body['reference'];
  const known = typeof named === 'string' && isReference(named) ? { reference: named } : {};
  const missing = required.filter((path) => body[path] === undefined);
  if (missing.length > 0) {
    const fields = missing.map((path) => ({ path, problem: 'is required' }));
    throw new GatewayError('requiredFieldsMissing', { ...known, fields });
  }
  const malformed = shapeProblems(TransferDetailsBody, {}, body);
  if (malformed.length > 0) throw new GatewayError('invalidParams', { ...known, fields: malformed });

  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [senderBank, senderClabe, transferredAt] = ['sender_bank', 'sender_clabe', 'transferred_at'].map(
    text,
  );
  return {
    reference: text('reference') ?? '',
    details: {
      trackingKey: text('tracking_key') ?? '',
      ...(senderBank === undefined ? {} : { senderBank }),
      ...(senderClabe === undefined ? {} : { senderClabe }),
      ...(transferredAt === undefined ? {} : { transferredAt }),
    },
  };
}
