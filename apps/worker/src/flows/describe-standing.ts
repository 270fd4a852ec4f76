import type { Phase, Standing } from '#contracts/payment-flow';

/** What operations staff read on the payment's page in the Temporal UI: where it stands and what it waits for. */
export function describeStanding(standing: Standing): string {
  const provider = standing.provider ? ` at provider **${standing.provider}**` : '';
  return `**${standing.status}**${provider}. ${waits[standing.phase](standing.until)}`;
}

const waits: Readonly<Record<Phase, (until: string) => string>> = {
  unopened: (until) => `Waits for the customer to pay on the hosted page, until ${until}.`,
  due: () => 'Is about to be sent to the next provider.',
  waiting: (until) =>
    `The provider has it. Waits for the provider's callback and looks it up meanwhile; the customer may pay until ${until}.`,
  unknown: () =>
    'The provider did not answer clearly. It may have taken the money: never sent again, looked up until it is known.',
  final: () => 'Has ended. The callback is delivered to the merchant.',
};
