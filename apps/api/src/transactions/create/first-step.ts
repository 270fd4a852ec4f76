import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import { queueOf } from '#contracts/task-queues';
import { awaitFirstStep, workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionStatus } from '#domain/transaction/status';
import type { PlannedSubject } from '#domain/transaction/transaction';
import type { Registration } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { CreateLimit } from '../../resources/create-limit.js';
import { CurrentConfiguration, LOG } from '../../resources/resources.module.js';
import type { CreateCall, CreatedTransaction } from './idempotency-record.js';

/** A transaction that this call has just registered. */
export type RegisteredSubject = Omit<PlannedSubject, 'merchant'> & {
  readonly status: TransactionStatus;
  /** The first submit waits for no input and no approval. */
  readonly isDue: boolean;
};

export function subjectOf({
  identifier,
  type,
  reference,
  paymentReference,
  method,
  amount,
  currency,
  status,
  plan,
  isDue,
}: Registration): RegisteredSubject {
  return { identifier, type, reference, paymentReference, method, amount, currency, status, plan, isDue };
}

/** The workflow of a registered transaction, from its start to its first step. */
@Injectable()
export class FirstStep {
  constructor(
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
    private readonly createLimit: CreateLimit,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Starts the workflow and waits for its first step, in one call and within the deadline. From here on no error proves
   * that the transaction failed: every error is a 504, and the transaction continues. Recovery starts a workflow that this
   * process could not start.
   */
  async await(call: CreateCall, { isDue, ...registered }: RegisteredSubject): Promise<CreatedTransaction> {
    const { caller, requestId, receivedAt } = call;
    const { identifier, type, reference, plan } = registered;
    const deadline = receivedAt + this.configuration.project(caller.project).timing.responseDeadlineMs;
    const [first] = plan.routes;
    const queue = isDue ? queueOf(this.configuration.current(), first?.mid) : undefined;
    const startWorkflowOperation = new WithStartWorkflowOperation(
      workflowTypes[type],
      workflowOptions({
        ...registered,
        merchant: caller.merchant,
        provider: first?.provider,
        queue,
      }),
    );
    try {
      const firstStep = () =>
        this.temporal.withDeadline(deadline, () =>
          this.temporal.workflow.executeUpdateWithStart(awaitFirstStep, {
            args: [],
            updateId: requestId,
            startWorkflowOperation,
          }),
        );
      // A MID with a rate has a queue by design.
      await (queue === undefined
        ? this.createLimit.untilFirstStep({ merchant: caller.merchant, identifier }, firstStep)
        : firstStep());
      crashPoint('after flow');
      const created = await call.record.answerWith(deadline);
      if (created) return created;
    } catch (error) {
      const cause = errorName(error);
      this.log.warn({ identifier, cause }, `answered 504, the ${type} continues`);
    }
    throw new GatewayError(timeoutErrors[type], { identifier, requestId, reference });
  }
}
