/** Flows, submits and recorded states: what a merchant's call waits for. */
export const transactionsQueue = 'transactions';

/** Look-ups and merchant callbacks, kept apart so that a slow or dead endpoint never holds up a submit. */
export const followUpsQueue = 'follow-ups';
