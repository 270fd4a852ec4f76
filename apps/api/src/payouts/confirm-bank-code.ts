import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import {
  workflowOptions,
  confirmBankCode as confirmation,
  workflowTypes,
} from '#contracts/transaction-workflow';
import { GatewayError } from '#domain/errors/gateway-error';
import { isFinal } from '#domain/transaction/status';
import { Database } from '#persistence/database';
import { EnvelopeCipher } from '#persistence/secrets/envelope-cipher';
import { findChallengedPayout, type ChallengedPayout } from '#persistence/transactions/bank-code-challenges';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { findPersonalCiphertext, openPersonalData } from '#persistence/transactions/personal-data';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { PayeeChecks, type Payee } from '../banks/check-payee.js';
import { HeldCalls } from '../http/held-calls.js';
import type { Call } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';
import { TemporalReach } from '../resources/temporal-reach.js';
import { transactionNotFound } from '../transactions/read/transaction-not-found.js';
import type { BankCodeRequest } from './bank-code.dto.js';

/** `POST /v2/payout/challenge/bank-code` (specification §4, contract §7). */
@Injectable()
export class ConfirmBankCode {
  constructor(
    private readonly database: Database,
    private readonly temporal: Client,
    private readonly temporalReach: TemporalReach,
    private readonly configuration: CurrentConfiguration,
    private readonly payees: PayeeChecks,
    private readonly envelopeCipher: EnvelopeCipher,
    private readonly heldCalls: HeldCalls,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * A choice that was already made is answered from Postgres, so the same code can be sent again. Only an open payout
   * reaches its workflow, where the first of several calls wins. No answer in time is a 504, which is safe to repeat.
   */
  async confirm(call: Call, request: BankCodeRequest): Promise<void> {
    const known = await this.find(call, request);
    if (isDecided(known, request)) return;
    if (!this.temporalReach.isReachable()) {
      throw new GatewayError('unavailable', { reference: request.reference });
    }
    const release = this.heldCalls.begin(call.caller.project, request.reference);
    await this.tellWorkflow(call, known, request).finally(release);
    const decided = await this.find(call, request).catch(() => known);
    if (!isDecided(decided, request)) throw timeout(known, request);
  }

  private async find(
    { caller: { merchant } }: Call,
    { reference }: BankCodeRequest,
  ): Promise<ChallengedPayout> {
    const known = await findChallengedPayout(this.database, { merchant, reference }).catch(
      unavailable(reference),
    );
    if (!known) throw transactionNotFound('payout', reference);
    return known;
  }

  /** Throws the refusal of a bank at which the account belongs to somebody else. */
  private async tellWorkflow(call: Call, { identifier }: ChallengedPayout, request: BankCodeRequest) {
    const { bankCode } = request;
    const deadline =
      call.receivedAt + this.configuration.project(call.caller.project).timing.responseDeadlineMs;
    try {
      const transaction = await findByIdentifier(this.database, identifier);
      if (!transaction) throw new Error('a payout that was found by its reference exists');
      const payee = await this.payees.check(await this.payeeOf(identifier, request), transaction.plan, call);
      if (payee.kind === 'refused') {
        // Another call may have chosen this bank meanwhile.
        if (isDecided(await this.find(call, request), request)) return;
        throw payee.error;
      }
      const startWorkflowOperation = new WithStartWorkflowOperation(
        workflowTypes.payout,
        workflowOptions(transaction),
      );
      await this.temporal.withDeadline(deadline, () =>
        this.temporal.workflow.executeUpdateWithStart(confirmation, {
          args: payee.kind === 'held' ? [bankCode, 'held'] : [bankCode],
          startWorkflowOperation,
        }),
      );
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      // The workflow may also have refused it: Postgres says why.
      const cause = errorName(error);
      this.log.warn({ identifier, cause }, 'workflow did not confirm the bank code');
    }
  }

  /** The payee of the stored payout, at the bank of this call. */
  private async payeeOf(identifier: string, { reference, bankCode }: BankCodeRequest): Promise<Payee> {
    const ciphertext = await findPersonalCiphertext(this.database, identifier);
    const { customer, requisites } = openPersonalData(this.envelopeCipher, identifier, ciphertext);
    return { reference, customer, requisites: { ...requisites, bank_code: bankCode }, path: 'bank_code' };
  }
}

/** Whether this bank is the chosen one. Throws if it cannot be chosen any more, or could never be chosen. */
function isDecided(payout: ChallengedPayout, { reference, bankCode }: BankCodeRequest): boolean {
  const { identifier, banks } = payout;
  const refuse = (problem: string) =>
    new GatewayError('invalidParams', { reference, identifier, fields: [{ path: 'bank_code', problem }] });
  if (!banks) throw new GatewayError('challengeNotAsked', { reference, identifier });
  if (payout.bankCode === bankCode) return true;
  if (payout.bankCode !== null) throw refuse('must be the bank that was already chosen');
  if (isFinal(payout.status)) throw refuse('cannot be chosen any more, because the payout is final');
  if (!banks.some(({ code }) => code === bankCode))
    throw refuse('must be one of the banks that were offered');
  return false;
}

function timeout({ identifier, requestId }: ChallengedPayout, { reference }: BankCodeRequest): GatewayError {
  return new GatewayError('payoutTimeout', { identifier, requestId, reference });
}
