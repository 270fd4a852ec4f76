import { bounceCopy, movedStates, type Fact } from './journal-facts.js';
import { readLines } from './read-lines.js';

/** How many steps each aftermath of a success has (contract §15.9): corrections, and one that is told once more. */
const steps: Readonly<Record<string, number>> = {
  chargeback: 1,
  chargeback_won: 2,
  inquiry: 1,
  provider_refund: 1,
  provider_refund_part: 1,
  returned: 1,
  returned_part: 1,
  returned_twice: 2,
};
/** Refunds whose money comes back after the success. */
const bouncing: readonly string[] = ['late_failure', 'contradictory_callback'];

/** Number of things that will still happen at the provider, or are not told yet, to the money of orders that have succeeded. */
export async function countStillToFollow(journal: string): Promise<number> {
  /** By the provider's key of an order: how many steps follow its success, and how many of them are still to come. */
  const expected = new Map<string, number>();
  const due = new Map<string, number>();
  const about = new Map<string, string>();
  const tellings = new Map<string, number>();
  const untold = new Set<string>();
  const step = (correction: string) => {
    const key = about.get(correction) ?? '';
    const copy = tellings.get(correction) ?? 0;
    due.set(key, Math.max(0, (due.get(key) ?? 0) - 1));
    tellings.set(correction, copy + 1);
    untold.add(`${correction} ${copy}`);
  };
  for (const fact of await readLines<Fact>(journal)) {
    switch (fact.fact) {
      case 'opened':
        expected.set(fact.charge.order, steps[fact.charge.after?.name ?? ''] ?? 0);
        break;
      case 'credit_opened':
        expected.set(fact.credit.order, steps[fact.credit.after?.name ?? ''] ?? 0);
        break;
      case 'refund_opened':
        expected.set(fact.refund.id, bouncing.includes(fact.refund.scenario ?? '') ? 1 : 0);
        break;
      case 'ended':
      case 'credit_ended':
      case 'refund_ended': {
        const key = 'refund' in fact ? fact.refund : fact.order;
        if (movedStates.includes(fact.end.state)) due.set(key, expected.get(key) ?? 0);
        break;
      }
      case 'refund_bounced':
        due.delete(fact.refund);
        untold.add(`${fact.refund} ${bounceCopy}`);
        break;
      case 'corrected':
        about.set(fact.correction.id, fact.correction.about);
        step(fact.correction.id);
        break;
      case 'told_again':
        step(fact.correction);
        break;
      case 'notified':
        untold.delete(`${fact.order} ${fact.copy}`);
    }
  }
  return untold.size + [...due.values()].reduce((sum, count) => sum + count, 0);
}
