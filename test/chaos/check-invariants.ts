import type { Evidence, TransactionSeen } from './gather-evidence.js';
import { checkAnswers } from './check-answers.js';
import { checkCallbacks } from './check-callbacks.js';
import { finalStates, groupBy, type Run, type Violation } from './chaos-run.js';

/** Every rule that held if the list is empty. The ledger's rules join here as soon as there is a ledger. */
export function checkInvariants(run: Run): readonly Violation[] {
  return [
    ...checkAnswers(run),
    ...checkStates(run),
    ...checkMoney(run.evidence),
    ...run.evidence.hastyEnds.map((detail) => ({ invariant: 'no end without enough evidence', detail })),
    ...checkCallbacks(run.evidence),
    ...checkOrphans(run.evidence),
    ...checkSecrets(run),
  ];
}

function checkStates({ evidence, seenFinals }: Run): Violation[] {
  const violations: Violation[] = [];
  const history = groupBy(evidence.history, (entry) => entry.identifier);
  for (const transaction of evidence.transactions) {
    const { identifier, reference, status } = transaction;
    const finals = (history.get(identifier) ?? []).filter((entry) => finalStates.includes(entry.status));
    const say = (invariant: string, detail: string) =>
      violations.push({ invariant, detail: `${reference} (${identifier}): ${detail}` });
    if (!finalStates.includes(status)) {
      say('every accepted transaction becomes final in time', `still ${status}`);
    } else if (finals.length !== 1 || finals[0]?.status !== status) {
      const said = finals.map((entry) => entry.status).join(', ') || 'none';
      say('final exactly once', `is ${status}, its history has ${said}`);
    }
    const changed = (seenFinals.get(reference) ?? []).filter((seen) => seen !== status);
    if (changed.length > 0)
      say('a final state never changes', `was seen ${changed.join(', ')}, is ${status}`);
  }
  return violations;
}

function checkMoney({ transactions, charges, reviews }: Evidence): Violation[] {
  const violations: Violation[] = [];
  const byIdentifier = groupBy(charges, (charge) => charge.identifier);
  const reviewed = new Set(reviews.map((review) => review.identifier));
  for (const transaction of transactions) {
    const own = byIdentifier.get(transaction.identifier) ?? [];
    const captured = own.filter((charge) => charge.end === 'CAPTURED');
    const say = (invariant: string, detail: string) =>
      violations.push({
        invariant,
        detail: `${transaction.reference} (${transaction.identifier}): ${detail}`,
      });
    if (captured.length > 1) {
      say('at most one successful charge', captured.map((charge) => charge.order).join(', '));
    }
    if (reviewed.has(transaction.identifier)) continue;
    const truth = describeTruth(transaction, captured.map((charge) => charge.captured).join(' + '));
    if (truth !== undefined) say("our state is the provider's truth", truth);
    const isOpen = own.some((charge) => charge.end === undefined);
    if (isOpen && finalStates.includes(transaction.status)) {
      say("our state is the provider's truth", `${transaction.status}, and the provider still collects`);
    }
  }
  for (const charge of charges) {
    if (!transactions.some((transaction) => transaction.identifier === charge.identifier)) {
      violations.push({ invariant: 'no charge without a transaction', detail: charge.order });
    }
  }
  return violations;
}

function describeTruth({ status, amount }: TransactionSeen, captured: string): string | undefined {
  if (status === 'success' && Number(captured) !== Number(amount)) {
    return `success of ${amount}, the provider took ${captured || 'nothing'}`;
  }
  if (status !== 'success' && captured !== '') return `${status}, the provider took ${captured}`;
  return undefined;
}

function checkOrphans({ transactions, openFlows, events, sweeps, unheard }: Evidence): Violation[] {
  const open = new Set(openFlows);
  const owed = new Set(events.filter((event) => event.state === 'pending').map((event) => event.identifier));
  const known = new Map(transactions.map((transaction) => [transaction.identifier, transaction]));
  const invariant = 'no orphan';
  const flowless = transactions
    .filter(({ identifier, status }) => !finalStates.includes(status) && !open.has(identifier))
    .map(({ identifier, status }) => ({ invariant, detail: `${identifier} is ${status} and has no flow` }));
  const idle = openFlows
    .filter((identifier) => finalStates.includes(known.get(identifier)?.status ?? 'success'))
    .filter((identifier) => !owed.has(identifier))
    .map((identifier) => ({ invariant, detail: `${identifier} has a flow and nothing left to do` }));
  const unswept = sweeps
    .filter((identifier) => finalStates.includes(known.get(identifier)?.status ?? ''))
    .filter((identifier) => !owed.has(identifier))
    .map((identifier) => ({ invariant, detail: `${identifier} is swept for ever` }));
  const ignored = unheard.map((identifier) => ({
    invariant: 'everything heard is looked at',
    detail: `what the provider said about ${identifier} waits in the inbox for ever`,
  }));
  return [...flowless, ...idle, ...unswept, ...ignored];
}

function checkSecrets({ evidence, canaries }: Run): Violation[] {
  return [
    ...(evidence.cardsInVault > 0
      ? [{ invariant: 'the card vault is empty', detail: `${evidence.cardsInVault} cards are left` }]
      : []),
    ...canaries.map((file) => ({ invariant: 'card data is nowhere', detail: `found in ${file}` })),
  ];
}
