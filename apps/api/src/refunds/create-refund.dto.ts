import { refundReasons, type RefundReason } from '#domain/refunds/refund-reason';
import { refundDescriptionMax } from '#domain/refunds/refund-request';
import type { JsonNumber } from '#domain/values/json';
import { CheckedByMethod, Nested, OneOf, Reference, Required, Text, Url } from '../http/constraints.js';
import { ExtraBody } from '../transactions/create/create-request.dto.js';

/** The body of `POST /v2/refund` (contract §15.1); other fields are ignored. */
export class CreateRefundBody {
  @Required() @Reference() reference?: string;
  @Required() @Reference() payment_reference?: string;
  /** A number, an integer or a decimal string; its text never passes through a float. `accept-refund.ts` checks it. */
  @CheckedByMethod() amount?: JsonNumber | string;
  @Text() currency?: string;
  @OneOf(refundReasons) reason?: RefundReason;
  @Text(refundDescriptionMax) description?: string;
  @Url() callback_url?: string;
  @Nested(ExtraBody) extra?: ExtraBody;
}
