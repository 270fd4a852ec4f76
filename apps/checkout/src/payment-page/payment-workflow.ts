import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import {
  awaitNextStep,
  cancelPayment,
  workflowTypes,
  workflowOptions,
} from '#contracts/transaction-workflow';
import type { Transaction } from '#domain/transaction/transaction';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { LOG } from '../resources/resources.module.js';

/** How long a posted form waits for the workflow. After that the page shows the current state, and refreshes. */
const updateLimitMs = 25_000;

const updates = { pay: awaitNextStep, cancel: cancelPayment } as const;

@Injectable()
export class PaymentWorkflow {
  constructor(
    private readonly temporal: Client,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Sends the customer's choice to the payment's workflow, starting it if necessary, and waits for its next step. `false`:
   * it did not answer in time, and only the database knows whether it got the choice.
   */
  async update(payment: Transaction, choice: keyof typeof updates): Promise<boolean> {
    const { identifier } = payment;
    const startWorkflowOperation = new WithStartWorkflowOperation(
      workflowTypes.payment,
      workflowOptions(payment),
    );
    try {
      await this.temporal.withDeadline(Date.now() + updateLimitMs, () =>
        this.temporal.workflow.executeUpdateWithStart(updates[choice], { args: [], startWorkflowOperation }),
      );
      return true;
    } catch (error) {
      this.log.warn({ identifier, choice, cause: errorName(error) }, 'workflow did not answer');
      return false;
    }
  }
}
