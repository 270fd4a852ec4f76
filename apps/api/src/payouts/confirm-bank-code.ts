import { WithStartWorkflowOperation } from '@temporalio/client';
import { flowTypes } from '#contracts/transaction-flow';
import { confirmBankCode as confirmation } from '#contracts/payout-flow';
import { flowOptions } from '#contracts/flow-options';
import { GatewayError } from '#domain/errors/gateway-error';
import { isFinal } from '#domain/transaction';
import { findChallengedPayout, type ChallengedPayout } from '#persistence/transactions/bank-code-challenges';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import type { ApiContext } from '../api-context.js';
import type { Call } from '../http/parameters.js';
import { projectOf } from '../transactions/compose-registration.js';
import type { BankCodeRequest } from './bank-code.dto.js';

/**
 * `POST /v2/payout/challenge/bank-code` (specification §4, contract §7). Whatever is decided already is answered from
 * Postgres, the same code again as what it was; only an open payout reaches its flow, where the first of several calls
 * wins. Without an answer in time it is a 504, and safe to repeat.
 */
export async function confirmBankCode(
  context: ApiContext,
  call: Call,
  request: BankCodeRequest,
): Promise<void> {
  const known = await find(context, call, request);
  if (isDecided(known, request)) return;
  if (!context.temporalReach.isReachable()) {
    throw new GatewayError('unavailable', { reference: request.reference });
  }
  await tellFlow(context, call, known, request);
  const decided = await find(context, call, request).catch(() => known);
  if (!isDecided(decided, request)) throw timeout(known, request);
}

async function find(
  { database }: ApiContext,
  { caller }: Call,
  { reference }: BankCodeRequest,
): Promise<ChallengedPayout> {
  const key = { merchant: caller.merchant, reference };
  const known = await findChallengedPayout(database, key).catch(() => {
    throw new GatewayError('unavailable', { reference });
  });
  if (!known) throw new GatewayError('resourceNotFound', { reference });
  return known;
}

/** `true`: this bank is chosen. Throws when it cannot be chosen any more, or never could. */
function isDecided(payout: ChallengedPayout, { reference, bankCode }: BankCodeRequest): boolean {
  const { identifier, banks } = payout;
  const refuse = (problem: string) =>
    new GatewayError('invalidParams', { reference, identifier, fields: [{ path: 'bank_code', problem }] });
  if (!banks) throw new GatewayError('challengeNotAsked', { reference, identifier });
  if (payout.bankCode === bankCode) return true;
  if (payout.bankCode !== undefined) throw refuse('another bank was chosen already');
  if (isFinal(payout.status)) throw refuse('cannot be chosen any more, the payout is final');
  if (!banks.some(({ code }) => code === bankCode)) throw refuse('is not among the banks that were offered');
  return false;
}

async function tellFlow(
  context: ApiContext,
  { caller, receivedAt }: Call,
  payout: ChallengedPayout,
  request: BankCodeRequest,
): Promise<void> {
  const { identifier } = payout;
  const deadline = receivedAt + projectOf(context, caller.project).timing.responseDeadlineMs;
  try {
    const transaction = await findByIdentifier(context.database, identifier);
    if (!transaction) throw new Error('a payout that was found by its reference exists');
    const startWorkflowOperation = new WithStartWorkflowOperation(flowTypes.payout, flowOptions(transaction));
    await context.temporal.withDeadline(deadline, () =>
      context.temporal.workflow.executeUpdateWithStart(confirmation, {
        args: [request.bankCode],
        startWorkflowOperation,
      }),
    );
  } catch (error) {
    // Also when the flow refused it: the books say why.
    const cause = error instanceof Error ? error.name : 'unknown';
    context.log.warn({ identifier, cause }, 'the flow did not confirm a bank code');
  }
}

function timeout({ identifier, requestId }: ChallengedPayout, { reference }: BankCodeRequest): GatewayError {
  return new GatewayError('payoutTimeout', { identifier, requestId, reference });
}
