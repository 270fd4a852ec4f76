import type { Configuration } from '#domain/configuration/configuration';
import { usualBankDays, usualFeeTolerance } from '#domain/configuration/statement-terms';
import type { ReconcileTerms } from './statement-import.js';

/** What lines of a MID, or of a bank account, are held against by the configuration in force (contract §16.3, §16.4). */
export function reconcileTerms(
  { mids, bankAccounts, match, timing }: Configuration,
  of: { readonly mid: string } | { readonly bank: string },
): ReconcileTerms {
  const mid = 'mid' in of ? mids[of.mid] : undefined;
  const statement = 'mid' in of ? mid?.statement : bankAccounts?.[of.bank]?.statement;
  return {
    ...(mid?.fees && { fees: mid.fees }),
    feeTolerance: mid?.feeTolerance ?? usualFeeTolerance,
    strangers: mid?.strangers ?? 'count',
    timezone: statement?.timezone ?? 'UTC',
    bankDays: match?.bankDays ?? usualBankDays,
    reconcileLagMs: timing.reconcileLagMs,
    settlementDueMs: timing.settlementDueMs,
  };
}
