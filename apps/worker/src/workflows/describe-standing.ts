import type { Phase, ShownAttempt, WorkflowState } from '#contracts/transaction-flow';
import type { TransactionType } from '#domain/transaction/status';

/**
 * What operations staff read on the transaction's page in the Temporal UI: where it stands, what it waits for, and a
 * line for each attempt.
 */
export function describeStanding(
  type: TransactionType,
  standing: WorkflowState,
  attempts: readonly ShownAttempt[],
): string {
  const provider = standing.provider ? ` at provider **${standing.provider}**` : '';
  const head = `**${standing.status}**${provider}. ${waits[type][standing.phase](standing.until)}`;
  if (attempts.length === 0) return head;
  return [head, '', ...attempts.toSorted((one, other) => one.n - other.n).map(describeAttempt)].join('\n');
}

function describeAttempt({ n, route, mid, provider, state }: ShownAttempt): string {
  return `- attempt ${n}: route **${route}**, MID **${mid}**, provider **${provider}**: ${state.replaceAll('_', ' ')}`;
}

const sending = () => 'Is about to be sent to the next provider.';
const ended = () => 'Has ended. The callback is delivered to the merchant.';

const waits: Readonly<Record<TransactionType, Readonly<Record<Phase, (until: string) => string>>>> = {
  payment: {
    unready: (until) => `Waits for the customer to pay on the hosted page, until ${until}.`,
    due: sending,
    waiting: (until) =>
      `The provider has it. Waits for the provider's callback and looks it up meanwhile; the customer may pay until ${until}.`,
    unknown: () =>
      'The provider did not answer clearly. It may have taken the money: never sent again, looked up until it is known.',
    final: ended,
  },
  payout: {
    unready: (until) => `Waits for the merchant to choose the bank, until ${until}. The funds are reserved.`,
    due: sending,
    waiting: () => "The provider has it. Waits for the provider's callback and looks it up meanwhile.",
    unknown: () =>
      'The provider did not answer clearly. It may have paid: never sent again, its funds are held, looked up until it is known.',
    final: ended,
  },
};
