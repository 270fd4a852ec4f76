import { groupBy, type Run, type Violation } from './chaos-run.js';
import type { TransactionSeen } from './gather-evidence.js';
import { outcomeOf, type Operation } from './operation-log.js';
import type { OrderSeen } from './read-journal.js';

/** The banks that payouts go to: contract §7 from outside. */
export function checkPayouts({ operations, evidence }: Pick<Run, 'operations' | 'evidence'>): Violation[] {
  const orders = groupBy(evidence.orders, (order) => order.identifier);
  const calls = groupBy(operations, (operation) => operation.reference);
  const payouts = evidence.transactions.filter(({ type }) => type === 'payout');
  return payouts.flatMap((payout) => {
    const credits = orders.get(payout.identifier) ?? [];
    const own = calls.get(payout.reference) ?? [];
    return bankProblems(payout, credits, own).map(([invariant, detail]) => ({
      invariant,
      detail: `${payout.reference} (${payout.identifier}): ${detail}`,
    }));
  });
}

type Problem = readonly [invariant: string, detail: string];

function bankProblems(
  payout: TransactionSeen,
  credits: readonly OrderSeen[],
  own: readonly Operation[],
): Problem[] {
  const choosing = own.filter(({ kind }) => kind === 'choose');
  const accepted = choosing.filter((operation) => outcomeOf(operation) === 'ok');
  const chosen = payout.bank_code ?? undefined;
  const named = own.find(({ kind, bankCode }) => kind === 'create' && bankCode !== undefined)?.bankCode;
  const due = payout.has_choice ? chosen : named;
  const problems: Problem[] = accepted
    .filter(({ bankCode }) => bankCode !== chosen)
    .map(({ bankCode }) => [
      'an accepted bank is never changed',
      `${bankCode} was confirmed, ${chosen ?? 'none'} is chosen`,
    ]);
  if (chosen !== undefined && !choosing.some(({ bankCode }) => bankCode === chosen)) {
    problems.push(['only the merchant chooses a bank', `${chosen} was never named`]);
  }
  if (!payout.has_choice && due === undefined) return problems;
  const astray = credits.filter(({ bank }) => bank !== due);
  return [
    ...problems,
    ...astray.map<Problem>(({ order, bank }) => [
      'a payout goes to the bank that was chosen',
      `${order} went to ${bank ?? 'none'} instead of ${due ?? 'none'}`,
    ]),
  ];
}
