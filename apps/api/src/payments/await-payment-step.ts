import { WithStartWorkflowOperation } from '@temporalio/client';
import { awaitFirstStep, paymentFlowType } from '#contracts/payment-flow';
import { paymentFlowOptions } from '#contracts/start-payment-flow';
import { GatewayError } from '#domain/errors/gateway-error';
import type { PaymentRequest } from '#domain/payments/payment-request';
import type { Plan } from '#domain/plan';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { crashPoint } from '#process/crash-point';
import type { ApiContext } from '../api-context.js';
import { projectOf } from './compose-registration.js';
import type { CreateCall } from './create-payment.js';
import { paymentResponse, type PaymentResponse } from './payment-response.js';

/**
 * Starts the flow of a registered payment and waits for its first step, in one call and under the deadline. From here
 * on nothing proves a failure: whatever goes wrong is a 504, and the payment goes on.
 */
export async function awaitPaymentStep(
  context: ApiContext,
  call: CreateCall,
  registered: { readonly identifier: string; readonly request: PaymentRequest; readonly plan: Plan },
): Promise<PaymentResponse> {
  const { identifier, request, plan } = registered;
  const { caller, requestId, receivedAt } = call;
  const deadline = receivedAt + projectOf(context, caller.project).timing.responseDeadlineMs;
  const startWorkflowOperation = new WithStartWorkflowOperation(
    paymentFlowType,
    paymentFlowOptions({
      identifier,
      type: 'payment',
      merchant: caller.merchant,
      reference: request.reference,
      method: request.method,
      status: request.style === 'hpp' ? 'new' : 'pending',
      provider: plan.routes[0]?.provider,
      plan,
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
    if (transaction) return paymentResponse(context, transaction, { isFirst: true });
  } catch (error) {
    const cause = error instanceof Error ? error.name : 'unknown';
    context.log.warn({ identifier, cause }, 'answered 504, the payment goes on');
  }
  throw new GatewayError('paymentTimeout', { identifier, requestId, reference: request.reference });
}
