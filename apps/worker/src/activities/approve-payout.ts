import type { Approval } from '#contracts/operator-updates';
import { approveHeld, findHeld } from '#persistence/transactions/held-transactions';
import { crashPoint } from '#runtime/crash-point';
import type { ActivityDependencies } from './activity-dependencies.js';
import { refusal, requireOperator } from './failures.js';
import { proposeOrConfirm } from './propose-or-confirm.js';

const ended = 'It has already ended, so it is not sent.';

/**
 * Approves a held payout or refund, which is due then (decision 0035). With `operations.four_eyes` the approval is a proposal until
 * another operator sends the same. Safe to repeat.
 */
export function createApprovePayout({ database, configuration, needsFourEyes }: ActivityDependencies) {
  return async function approvePayout(
    identifier: string,
    approval: Approval,
  ): Promise<{ readonly proposal?: string }> {
    requireOperator(approval.operator, configuration());
    const held = await findHeld(database, identifier);
    if (held === undefined) throw refusal('Only a transaction that is held for a person can be approved.');
    if (held === 'ended') throw refusal(ended);
    if (held === 'approved') return {};
    const said = { ...approval, decision: 'approved' };
    if (needsFourEyes()) {
      const proposal = await proposeOrConfirm(database, identifier, { ...said, kind: 'approve' });
      if (proposal !== undefined) return { proposal };
    }
    await approveHeld(database, identifier, said);
    crashPoint('after choice');
    if ((await findHeld(database, identifier)) === 'ended') throw refusal(ended);
    return {};
  };
}
