import { setCurrentDetails } from '@temporalio/workflow';
import type { Phase, ShownAttempt, WorkflowState } from '#contracts/step-result';
import type { EventState } from '#domain/delivery/event-states';
import type { TransactionType } from '#domain/transaction/status';
import type { TransactionRun } from './transaction-run.js';

/** Shows the state, and a proposal that awaits a second operator, on the transaction's page in the Temporal UI. */
export function showState(
  type: TransactionType,
  { state, attempts, proposal, delivery }: TransactionRun,
): void {
  if (!state) return;
  const shown = describeState(type, state, [...attempts.values()], delivery);
  const isAwaited = proposal !== undefined && state.phase !== 'final';
  setCurrentDetails(isAwaited ? `${shown}\n\n${proposal}` : shown);
}

/** Status, provider, the event that the transaction waits for, and one line per attempt. */
export function describeState(
  type: TransactionType,
  state: WorkflowState,
  attempts: readonly ShownAttempt[],
  delivery?: EventState,
): string {
  const provider = state.provider ? ` at provider **${state.provider}**` : '';
  const head = `**${state.status}**${provider}. ${waits[type][state.phase](state.until, delivery)}`;
  if (attempts.length === 0) return head;
  return [head, '', ...attempts.toSorted((one, other) => one.n - other.n).map(describeAttempt)].join('\n');
}

function describeAttempt({ n, route, mid, provider, state }: ShownAttempt): string {
  return `- attempt ${n}: route **${route}**, MID **${mid}**, provider **${provider}**: ${state.replaceAll('_', ' ')}`;
}

const sending = () => 'It is about to be sent to the next provider.';
const ended = (_until: string, delivery: EventState = 'pending') => `It has ended. ${callbacks[delivery]}`;

const callbacks: Readonly<Record<EventState, string>> = {
  pending: 'Delivering the callback; the pending activity shows the last result and the next attempt.',
  none: 'There is no callback for it.',
  delivered: 'The merchant has accepted the callback.',
  stopped: "The merchant's endpoint has answered 410: the callback is not sent again.",
  exhausted: 'The merchant never accepted the callback, and it is no longer retried automatically.',
  paused:
    'The callback is not delivered yet, because its endpoint is paused. It is sent when the endpoint accepts callbacks again; `deliverNow` tries it at once.',
};

const waits: Readonly<
  Record<TransactionType, Readonly<Record<Phase, (until: string, delivery?: EventState) => string>>>
> = {
  payment: {
    awaitingInput: (until) => `Waiting for the customer to pay on the hosted page, until ${until}.`,
    due: sending,
    waiting: (until) =>
      `The provider has accepted it. Waiting for the provider's callback, and looking it up meanwhile. The customer can pay until ${until}.`,
    unknown: () =>
      'The provider did not answer clearly and may have taken the money. The payment is never sent again; it is looked up until the outcome is known.',
    final: ended,
  },
  payout: {
    awaitingInput: (until) =>
      `Waiting until ${until} for the merchant to choose the bank, or, where a review holds it, for a person to \`approve\` it. The funds are reserved.`,
    due: sending,
    waiting: () =>
      "The provider has accepted it. Waiting for the provider's callback, and looking it up meanwhile.",
    unknown: () =>
      'The provider did not answer clearly and may have paid. The payout is never sent again; its funds stay reserved, and it is looked up until the outcome is known.',
    final: ended,
  },
  refund: {
    awaitingInput: (until) =>
      `Not sent yet: it waits until ${until} for a person to \`approve\` it, or for an earlier refund of the payment. Its amount is held.`,
    due: () => 'It is about to be sent.',
    waiting: () =>
      "The provider has accepted it. Waiting for the provider's callback, and looking it up meanwhile.",
    unknown: () =>
      'The provider did not answer clearly and may have refunded. The refund is never sent again; its amount stays held, and it is looked up until the outcome is known.',
    final: ended,
  },
};
