import type { StaffCase } from '#persistence/staff/load-case';

/** What a person can do about a transaction: an update of one of its two workflows. */
export type Act = {
  readonly name: string;
  readonly does: string;
  /** The workflow that takes the update: the transaction's own, or that of its reviews. */
  readonly on: 'transaction' | 'reviews';
  /** The argument of the update, with what the person fills in; absent: it takes none. */
  readonly input?: object;
};

const person = { operator: 'your name', reason: 'why' } as const;
const witness = { ...person, evidence: 'what you have seen' } as const;

const lookUpNow: Act = { name: 'lookUpNow', does: 'Asks the provider now.', on: 'transaction' };
const resolve: Act = {
  name: 'resolve',
  does: 'Ends it as success or declined, on what you have seen. Refused if a provider has said the opposite.',
  on: 'transaction',
  input: { status: 'success', ...witness },
};
const approve: Act = {
  name: 'approve',
  does: 'Sends it.',
  on: 'transaction',
  input: witness,
};
const deliverNow: Act = {
  name: 'deliverNow',
  does: 'Tries to deliver the merchant’s callback at once.',
  on: 'transaction',
};
const closeReview: Act = {
  name: 'closeReview',
  does: 'Closes the reviews, when everything else is done; it changes nothing of the transaction.',
  on: 'reviews',
  input: person,
};
const cancels = {
  payment: {
    name: 'cancelPayment',
    does: 'Ends it if it was never sent; else asks the provider to cancel it.',
  },
  payout: { name: 'cancelPayout', does: 'Ends it as declined, and releases its funds.' },
  refund: { name: 'cancelRefund', does: 'Ends it as declined, and gives its amount back to what is left.' },
} as const;

/** The updates that its workflow accepts as it stands (docs/operations.md). */
export function actsOf({ described }: Pick<StaffCase, 'described'>): readonly Act[] {
  const { type, state, reviews, delivery } = described;
  const isOpen = state.phase === 'waiting' || state.phase === 'unknown';
  const awaits = state.phase === 'awaitingInput' ? state.awaits?.kind : undefined;
  const cancel: Act = { ...cancels[type], on: 'transaction' };
  const chooseBank: Act = {
    name: 'confirmBankCode',
    does: 'Chooses the bank, once, as the merchant would: the bank’s code, in quotation marks.',
    on: 'transaction',
  };
  const isUntaken = delivery !== undefined && delivery !== 'none' && delivery !== 'delivered';
  return [
    ...(isOpen ? [lookUpNow, resolve] : []),
    ...(awaits === 'approval' ? [approve] : []),
    ...(awaits === 'bank' ? [chooseBank] : []),
    ...(awaits !== undefined || (isOpen && type === 'payment') ? [cancel] : []),
    ...(isUntaken ? [deliverNow] : []),
    ...(reviews.length > 0 ? [closeReview] : []),
  ];
}
