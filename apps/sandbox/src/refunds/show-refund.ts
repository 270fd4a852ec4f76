import type { Correction } from '../corrections/correction.js';
import { stateOfRefund, type Refund } from './refund.js';

/** The refund on the wire, in answers, lists and notifications. */
export function showRefund(refund: Refund): Record<string, unknown> {
  const { id, order, isNamed, of, value, iso, motive, openedAt, end, bouncedAt } = refund;
  return {
    refund: id,
    ...(isNamed && { order }),
    of,
    state: stateOfRefund(refund),
    value,
    iso,
    ...(motive !== undefined && { motive }),
    opened_at: openedAt,
    ...(end !== undefined && {
      reason: end.reason,
      ended_at: end.endedAt,
      ...(end.paidBackValue !== undefined && { paid_back_value: end.paidBackValue }),
    }),
    ...(bouncedAt !== undefined && { bounced_at: bouncedAt }),
  };
}

/** A refund that was made in the panel, as a list shows it: like any other that has no reference of the merchant. */
export function showPanelRefund({ id, value, iso, cause, happenedAt }: Correction, of: string) {
  return {
    refund: id,
    of,
    state: 'PAID_BACK',
    value,
    iso,
    opened_at: happenedAt,
    reason: cause,
    ended_at: happenedAt,
    paid_back_value: value,
  };
}
