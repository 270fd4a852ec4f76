import type { Evidence } from './gather-evidence.js';
import { checkAnswers } from './check-answers.js';
import { checkCallbacks } from './check-callbacks.js';
import { checkMoney } from './check-money.js';
import { checkMoneyOut } from './check-money-out.js';
import { checkPayouts } from './check-payouts.js';
import { checkRefunds } from './check-refunds.js';
import { checkRefusals } from './check-refusals.js';
import { checkReversals } from './check-reversals.js';
import { checkService } from './check-service.js';
import { checkWords } from './check-words.js';
import { isAboutUnknown, waitingBehind, withoutWord } from './unknown-outcomes.js';
import { finalStates, groupBy, type Run, type Violation } from './chaos-run.js';

/** Every rule that held if the list is empty. */
export function checkInvariants(run: Run): readonly Violation[] {
  return [
    ...checkAnswers(run),
    ...checkStates(run),
    ...checkMoney(run.evidence),
    ...checkWords(run.evidence),
    ...checkMoneyOut(run.evidence),
    ...checkPayouts(run),
    ...checkRefunds(run),
    ...checkRefusals(run),
    ...checkReversals(run.evidence),
    ...run.evidence.bookDifferences.map((detail) => ({ invariant: 'the books of money agree', detail })),
    ...(run.unreconciled ?? []).map((detail) => ({
      invariant: "the provider's statement agrees with the books",
      detail,
    })),
    ...run.evidence.hastyEnds.map((detail) => ({ invariant: 'no end without enough evidence', detail })),
    ...checkCallbacks(run.evidence),
    ...checkOrphans(run.evidence),
    ...checkSecrets(run),
    ...checkService(run.service),
  ];
}

function checkStates({ evidence, seenFinals }: Run): Violation[] {
  const violations: Violation[] = [];
  const history = groupBy(evidence.history, (entry) => entry.identifier);
  const unknown = withoutWord(evidence);
  const waiting = waitingBehind(unknown, evidence);
  const asked = new Set(evidence.reviews.filter(isAboutUnknown).map(({ identifier }) => identifier));
  for (const transaction of evidence.transactions) {
    const { identifier, reference, status } = transaction;
    const finals = (history.get(identifier) ?? []).filter((entry) => finalStates.includes(entry.status));
    const say = (invariant: string, detail: string) =>
      violations.push({ invariant, detail: `${reference} (${identifier}): ${detail}` });
    if (unknown.has(identifier)) {
      if (!asked.has(identifier)) say('what stays unknown is in review', `is ${status}, unnoticed`);
    } else if (!finalStates.includes(status)) {
      if (!waiting.has(identifier))
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

function checkOrphans({ transactions, openWorkflows, events, recoveries, unheard }: Evidence): Violation[] {
  const open = new Set(openWorkflows);
  const owed = new Set(events.filter((event) => event.state === 'pending').map((event) => event.identifier));
  const known = new Map(transactions.map((transaction) => [transaction.identifier, transaction]));
  const invariant = 'no orphan';
  const flowless = transactions
    .filter(({ identifier, status }) => !finalStates.includes(status) && !open.has(identifier))
    .map(({ identifier, status }) => ({
      invariant,
      detail: `${identifier} is ${status} and has no workflow`,
    }));
  const idle = openWorkflows
    .filter((identifier) => finalStates.includes(known.get(identifier)?.status ?? 'success'))
    .filter((identifier) => !owed.has(identifier))
    .map((identifier) => ({ invariant, detail: `${identifier} has a workflow and nothing left to do` }));
  const unrecovered = recoveries
    .filter((identifier) => finalStates.includes(known.get(identifier)?.status ?? ''))
    .filter((identifier) => !owed.has(identifier))
    .map((identifier) => ({ invariant, detail: `${identifier} is swept for ever` }));
  const ignored = unheard.map((identifier) => ({
    invariant: 'everything heard is looked at',
    detail: `what the provider said about ${identifier} waits in the inbox for ever`,
  }));
  return [...flowless, ...idle, ...unrecovered, ...ignored];
}

function checkSecrets({ evidence, canaries }: Run): Violation[] {
  return [
    ...(evidence.cardsInVault > 0
      ? [{ invariant: 'the card vault is empty', detail: `${evidence.cardsInVault} cards are left` }]
      : []),
    ...canaries.map((file) => ({
      invariant: 'card and beneficiary data are nowhere',
      detail: `found in ${file}`,
    })),
  ];
}
