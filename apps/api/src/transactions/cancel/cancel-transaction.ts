import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import {
  cancelBy,
  workflowOptions,
  workflowTypes,
  type AnsweredState,
} from '#contracts/transaction-workflow';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionDescription } from '#domain/wire/record';
import { isFinal, paysOut } from '#domain/transaction/status';
import type { Transaction } from '#domain/transaction/transaction';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { HeldCalls } from '../../http/held-calls.js';
import type { Call } from '../../http/parameters.js';
import { CurrentConfiguration, LOG } from '../../resources/resources.module.js';
import { TemporalReach } from '../../resources/temporal-reach.js';
import { CheckTransaction, type ReferenceKey } from '../read/check-transaction.js';
import { StatusWatch } from '../read/status-watch.js';

/** `POST /v2/{payment,payout,refund}/{reference}/cancel` (contract §7 and §15.1). */
@Injectable()
export class CancelTransaction {
  constructor(
    private readonly checkTransaction: CheckTransaction,
    private readonly temporal: Client,
    private readonly temporalReach: TemporalReach,
    private readonly configuration: CurrentConfiguration,
    private readonly statusWatch: StatusWatch,
    private readonly heldCalls: HeldCalls,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Postgres answers for a final transaction, so the call can be repeated. For any other the workflow decides whether to end
   * it or to ask the provider, and the result is read from Postgres. No result in time is a 504, which is safe to repeat.
   */
  async cancel(call: Call, key: ReferenceKey): Promise<TransactionDescription> {
    const known = await this.checkTransaction.find(call.caller, key);
    const { transaction } = known;
    const { reference } = transaction;
    if (isFinal(transaction.status)) return this.checkTransaction.describe(call.caller, known);
    if (!this.temporalReach.isReachable()) throw new GatewayError('unavailable', { reference });
    const release = this.heldCalls.begin(call.caller.project, reference);
    return this.cancelOpen(call, key, transaction).finally(release);
  }

  private async cancelOpen(
    call: Call,
    key: ReferenceKey,
    transaction: Transaction,
  ): Promise<TransactionDescription> {
    const { identifier, requestId, reference, type } = transaction;
    const deadline =
      call.receivedAt + this.configuration.project(call.caller.project).timing.responseDeadlineMs;
    const state = await this.tellWorkflow(transaction, deadline);
    // The provider's report may still come in time.
    if (!paysOut(type) && state && isOpen(state) && !isAnswered(state)) {
      await this.statusWatch.until(identifier, ({ status }) => isFinal(status), deadline);
    }
    const now = await this.checkTransaction.find(call.caller, key).catch(() => undefined);
    if (now && isFinal(now.transaction.status)) return this.checkTransaction.describe(call.caller, now);
    if (paysOut(type) && state && isOpen(state)) {
      const problem = `must name a ${type} that was never sent, but this one may have been`;
      const fields = [{ path: 'reference', problem }];
      throw new GatewayError('invalidParams', { identifier, reference, fields });
    }
    if (now && state && isAnswered(state)) return this.checkTransaction.describe(call.caller, now);
    throw new GatewayError(timeoutErrors[type], { identifier, requestId, reference });
  }

  /** Starts the workflow if it is lost. Undefined: it did not answer in time. */
  private async tellWorkflow(transaction: Transaction, deadline: number): Promise<AnsweredState | undefined> {
    const { identifier, type } = transaction;
    const startWorkflowOperation = new WithStartWorkflowOperation(
      workflowTypes[type],
      workflowOptions(transaction),
    );
    try {
      return await this.temporal.withDeadline(deadline, () =>
        this.temporal.workflow.executeUpdateWithStart(cancelBy[type], {
          args: ['merchant'],
          startWorkflowOperation,
        }),
      );
    } catch (error) {
      this.log.warn({ identifier, cause: errorName(error) }, 'workflow did not answer the cancellation');
      return undefined;
    }
  }
}

/** The provider may have received it. */
function isOpen({ phase }: AnsweredState): boolean {
  return phase === 'waiting' || phase === 'unknown';
}

/** The provider has confirmed it, so it can still be paid. */
function isAnswered({ phase, isUnanswered }: AnsweredState): boolean {
  return phase === 'waiting' && !isUnanswered;
}
