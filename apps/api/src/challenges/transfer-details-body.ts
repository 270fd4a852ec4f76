import { isIsoInstant } from '#domain/calendar';
import { Reference } from '../transactions/create-request-body.js';
import { Matching, Passing, Text } from '../transactions/field-checks.js';
import { isClabe } from '#countries/clabe';

/** The body of `POST /v2/payment/challenge/bank-transfer-mexico` (contract §7). */
export class TransferDetailsBody {
  @Reference() reference?: string;
  @Matching(/^[A-Za-z0-9]{1,30}$/, 'must be 1 to 30 letters and digits') tracking_key?: string;
  @Text() sender_bank?: string;
  @Passing(isClabe, 'must be 18 digits with a correct check digit', { pattern: String.raw`^\d{18}$` })
  sender_clabe?: string;
  @Passing(isIsoInstant, 'must be a date or a date and time of ISO 8601', {})
  transferred_at?: string;
}
