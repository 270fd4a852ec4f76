/** Sends the callback of a transaction that is over once more: `callback/<event_id>/<n>` (contract §7). */
export type RedeliveryFlowInput = { readonly identifier: string };

export const redeliveryFlowType = 'redeliveryFlow';
