import type { LookupResult } from '#domain/transaction/report';
import type { Attempt, Transaction } from '#domain/transaction/transaction';
import type { CallLimit } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { findRefundTraces } from '#persistence/refunds/find-charge';
import type { ActivityDependencies } from './activity-dependencies.js';

type Ask = (limit: CallLimit) => Promise<LookupResult>;

/** What the provider of an attempt can be asked about it. */
export type Questions = {
  readonly lookUp: Ask;
  /** Also asks it to stop collecting. */
  readonly cancel?: Ask;
  /** "Not found" as the answer to `cancel` closes the attempt's reference for a delayed request. */
  readonly cancelClosesUnseen: boolean;
};

/** Undefined while no account of the provider is configured for the attempt's MID. */
export async function questionsAbout(
  { database, configuration }: Pick<ActivityDependencies, 'database' | 'configuration'>,
  transaction: Transaction,
  attempt: Attempt,
): Promise<Questions | undefined> {
  switch (transaction.type) {
    case 'payment': {
      const found = findAccount(configuration(), attempt, 'payment');
      if (found.kind === 'missing') return undefined;
      const { account, calls } = found;
      const { cancel } = calls;
      return {
        lookUp: (limit) => calls.lookUp(attempt, account, limit),
        ...(cancel && { cancel: (limit: CallLimit) => cancel(attempt, account, limit) }),
        cancelClosesUnseen: calls.cancelClosesUnseen === true,
      };
    }
    case 'payout': {
      const found = findAccount(configuration(), attempt, 'payout');
      if (found.kind === 'missing') return undefined;
      const { account, calls } = found;
      return { lookUp: (limit) => calls.lookUp(attempt, account, limit), cancelClosesUnseen: false };
    }
    case 'refund': {
      const found = findAccount(configuration(), attempt, 'refund');
      const { identifier, payment = '', plan, amount, currency } = transaction;
      const { settleMs } = plan.timing;
      const traces = await findRefundTraces(database, { identifier, payment, settleMs });
      if (found.kind === 'missing' || !traces) return undefined;
      const { account, calls } = found;
      const handle = { ...attempt, ...traces, money: { amount, currency } };
      return { lookUp: (limit) => calls.lookUp(handle, account, limit), cancelClosesUnseen: false };
    }
  }
}
