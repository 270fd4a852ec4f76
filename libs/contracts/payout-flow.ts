import { defineUpdate } from '@temporalio/workflow';
import type { WorkflowState } from './transaction-flow.js';

/** The bank that counts: the first one that was chosen; none when the payout is over or never offered the one asked for. */
export type BankChoice = { readonly bankCode: string | undefined };

/** Chooses the bank of a payout that offered several (specification §4); the first of several calls wins. */
export const confirmBankCode = defineUpdate<BankChoice, [bankCode: string]>('confirmBankCode');

/** Ends a payout whose bank was never chosen: surely nothing was sent. */
export const cancelPayout = defineUpdate<WorkflowState>('cancelPayout');

/** Contract §5: any string of this length. */
export const bankCodeMax = 255;
