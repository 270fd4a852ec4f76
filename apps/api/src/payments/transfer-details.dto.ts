import { isClabe } from '#countries/clabe';
import { isIsoInstant } from '#domain/values/calendar';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransferDetails } from '#domain/transaction/transfer-details';
import { malformedFields, missingFields, pruneBody, type ParsedBody } from '../http/check-body.js';
import { isReference, Matching, Passing, Reference, Required, Text } from '../http/constraints.js';

/** The body of `POST /v2/payment/challenge/bank-transfer-mexico` (contract §7). */
class TransferDetailsBody {
  @Required() @Reference() reference?: string;
  @Required()
  @Matching(/^[A-Za-z0-9]{1,30}$/, 'must be 1 to 30 letters and digits')
  tracking_key?: string;
  @Text() sender_bank?: string;
  @Passing(isClabe, 'must be 18 digits with a correct check digit', { pattern: String.raw`^\d{18}$` })
  sender_clabe?: string;
  @Passing(isIsoInstant, 'must be a date or a date and time of ISO 8601', {})
  transferred_at?: string;
}

export type AcceptedDetails = { readonly reference: string; readonly details: TransferDetails };

/** Validates the body: 31 with every missing field, else 30 with every malformed one. */
export function acceptTransferDetails(parsed: ParsedBody): AcceptedDetails {
  const body = pruneBody(parsed);
  const named = body['reference'];
  const known = typeof named === 'string' && isReference(named) ? { reference: named } : {};
  const missing = missingFields(TransferDetailsBody, body);
  if (missing.length > 0) throw new GatewayError('requiredFieldsMissing', { ...known, fields: missing });
  const malformed = malformedFields(TransferDetailsBody, body);
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
