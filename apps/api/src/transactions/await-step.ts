import { WithStartWorkflowOperation } from '@temporalio/client';
import { awaitFirstStep, flowOptions, flowTypes } from '#contracts/transaction-flow';
import { queueOf } from '#contracts/task-queues';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionRequest } from '#domain/transaction/request';
import type { Plan } from '#domain/transaction/plan';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { crashPoint } from '#runtime/crash-point';
import type { ApiContext } from '../api-context.js';
import { acceptanceResponse, type AcceptanceResponse } from './acceptance-response.js';
import { projectOf } from './compose-registration.js';
import type { CreateCall } from './create-transaction.js';

/**
 * Starts the flow of a registered transaction and waits for its first step, in one call and under the deadline. From here
 * on nothing proves a failure: whatever goes wrong is a 504, and the transaction goes on.
 */
export async function awaitStep(
  context: ApiContext,
  call: CreateCall,
  registered: {
    readonly identifier: string;
    readonly request: TransactionRequest;
    readonly plan: Plan;
    /** There is nobody to wait for before its first attempt. */
    readonly isDue: boolean;
  },
): Promise<AcceptanceResponse> {
  const { identifier, request, plan, isDue } = registered;
  const { caller, requestId, receivedAt } = call;
  const { type } = request.row;
  const deadline = receivedAt + projectOf(context, caller.project).timing.responseDeadlineMs;
  const startWorkflowOperation = new WithStartWorkflowOperation(
    flowTypes[type],
    flowOptions({
      identifier,
      type,
      merchant: caller.merchant,
      reference: request.reference,
      method: request.method,
      status: request.style === 'hpp' ? 'new' : 'pending',
      provider: plan.routes[0]?.provider,
      plan,
      queue: isDue ? queueOf(context.configuration(), plan.routes[0]?.mid) : undefined,
    }),
  );
  try {
    await context.temporal.withDeadline(deadline, () =>
      context.temporal.workflow.executeUpdateWithStart(awaitFirstStep, {
        args: [],
        updateId: requestId,
        startWorkflowOperation,
      }),
    );
    crashPoint('after flow');
    const transaction = await findByIdentifier(context.database, identifier);
    if (transaction) return await acceptanceResponse(context, transaction, { isFirst: true });
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown';
    context.log.warn({ identifier, cause }, `answered 504, the ${type} goes on`);
  }
  throw new GatewayError(timeoutErrors[type], { identifier, requestId, reference: request.reference });
}
