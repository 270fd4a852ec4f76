import { Injectable } from '@nestjs/common';
import { WithStartWorkflowOperation, type Client } from '@temporalio/client';
import { awaitNextStep, cancelPayment, paymentFlowType, flowOptions } from '#contracts/transaction-flow';
import type { Transaction } from '#domain/transaction/transaction';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { InjectService } from '../services.module.js';

/** How long a posted form waits for the workflow. After it the page says what stands, and refreshes. */
const updateLimitMs = 25_000;

const updates = { pay: awaitNextStep, cancel: cancelPayment } as const;

@Injectable()
export class PaymentWorkflow {
  constructor(
    @InjectService('temporal') private readonly temporal: Client,
    @InjectService('log') private readonly log: Logger,
  ) {}

  /**
   * Tells the payment's workflow what the customer chose, starting it when there is none, and waits until it took its
   * step. `false`: it did not answer in time, and only the database knows whether it heard.
   */
  async update(payment: Transaction, choice: keyof typeof updates): Promise<boolean> {
    const { identifier } = payment;
    const startWorkflowOperation = new WithStartWorkflowOperation(paymentFlowType, flowOptions(payment));
    try {
      await this.temporal.withDeadline(Date.now() + updateLimitMs, () =>
        this.temporal.workflow.executeUpdateWithStart(updates[choice], { args: [], startWorkflowOperation }),
      );
      return true;
    } catch (error) {
      this.log.warn({ identifier, choice, cause: errorName(error) }, 'the flow did not answer');
      return false;
    }
  }
}
