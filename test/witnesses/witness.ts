import { journalOf, type JournalEntry } from './journal.js';
import { until } from './until.js';

/** What the sandbox knows by itself: the provider's journal, and the callbacks that reached the merchant it plays. */
export type Witness = {
  /** Every charge of a payment, by our identifier. */
  charges(identifier: string): Promise<readonly JournalEntry[]>;
  callbacks(reference: string): Promise<readonly Callback[]>;
  /** Waits until at least `count` callbacks came. */
  untilCallbacks(reference: string, count?: number): Promise<readonly Callback[]>;
};

type Callback = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** Both signatures are right. */
  readonly valid: boolean;
};

export function createWitness(sandboxUrl: string): Witness {
  const callbacks = async (reference: string) => {
    const answer = await fetch(`${sandboxUrl}/merchant/callbacks?reference=${encodeURIComponent(reference)}`);
    return ((await answer.json()) as { readonly callbacks: readonly Callback[] }).callbacks;
  };
  return {
    charges: (identifier) => journalOf(sandboxUrl, identifier),
    callbacks,
    untilCallbacks: (reference, count = 1) =>
      until(
        () => callbacks(reference),
        (received) => received.length >= count,
      ),
  };
}
