import { v7 as uuid } from 'uuid';
import { GatewayError } from '#domain/errors/gateway-error';
import type { PaymentRequest } from '#domain/payments/payment-request';
import { findByReference } from '#persistence/transactions/find-transaction';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#process/crash-point';
import type { ApiContext } from '../api-context.js';
import type { Caller } from '../http/authenticate.js';
import { canonicalBody } from '../http/canonical-body.js';
import type { ParsedObject } from '../http/parse-body.js';
import type { TrackedAnswer } from '../http/track-answer.js';
import { acceptPayment } from './accept-payment.js';
import { answerDuplicate } from './answer-duplicate.js';
import { awaitPaymentStep } from './await-payment-step.js';
import { composeRegistration } from './compose-registration.js';
import type { PaymentResponse } from './payment-response.js';
import { planPayment, type PlannedPayment } from './plan-payment.js';
import { registrationFailure } from './registration-failure.js';

/** One create call: who makes it, under which request id, and since when it waits (milliseconds since the epoch). */
export type CreateCall = {
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: number;
  readonly answer: TrackedAnswer;
};

/**
 * `POST /v2/payment` (specification §4): accept → duplicate table → plan → register → start the flow → answer.
 * The row is committed before the flow is started, and the sweep starts what this process could not. Until the row
 * exists every failure is a refusal; from then on it is a 504, because the payment may go on.
 */
export async function createPayment(
  context: ApiContext,
  call: CreateCall,
  body: ParsedObject,
): Promise<PaymentResponse> {
  const request = acceptPayment(body);
  const { caller } = call;
  const fingerprint = context.keyedHashes.content(
    caller.project,
    canonicalBody(body, (pan) => context.keyedHashes.card(pan).toString('base64')),
  );
  const key = { merchant: caller.merchant, type: 'payment', reference: request.reference } as const;
  const known = await findByReference(context.database, key).catch(() => {
    throw new GatewayError('unavailable');
  });
  if (known) return answerDuplicate(context, call, known, fingerprint);

  const { plan, billing } = planPayment(context, caller.project, request);
  if (!context.temporalReach.isReachable()) throw new GatewayError('unavailable');
  const identifier = await register(context, call, { request, plan, billing, fingerprint });
  if (identifier !== undefined) {
    crashPoint('after row');
    call.answer.speaksFor(identifier, 'first');
    return awaitPaymentStep(context, call, { identifier, request, plan });
  }
  const winner = await findByReference(context.database, key).catch(() => undefined);
  if (!winner) throw new GatewayError('duplicatedReference', { reference: request.reference });
  return answerDuplicate(context, call, winner, fingerprint);
}

/** The identifier of the registered payment; nothing when another call was first with the reference. */
async function register(
  context: ApiContext,
  call: CreateCall,
  accepted: PlannedPayment & { readonly request: PaymentRequest; readonly fingerprint: Buffer },
): Promise<string | undefined> {
  const registration = composeRegistration(context, call, { identifier: uuid(), ...accepted });
  try {
    const isRegistered = await registerTransaction(context.database, registration);
    return isRegistered ? registration.identifier : undefined;
  } catch (error) {
    throw registrationFailure(error, call.requestId, registration);
  }
}
