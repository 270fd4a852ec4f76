/** Why a merchant refunds (contract §15.1). */
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraud', 'other'] as const;
export type RefundReason = (typeof refundReasons)[number];
