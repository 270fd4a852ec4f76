import { v7 as uuid } from 'uuid';
import { GatewayError } from '#domain/errors/gateway-error';
import { needsHostedForm, type TransactionRequest } from '#domain/transactions/transaction-request';
import type { Bank } from '#domain/transaction';
import { findByReference } from '#persistence/transactions/find-transaction';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#process/crash-point';
import type { ApiContext } from '../api-context.js';
import type { Caller } from '../http/authenticate.js';
import { canonicalBody } from '../http/canonical-body.js';
import type { ParsedObject } from '../http/parse-body.js';
import type { TrackedAnswer } from '../http/track-answer.js';
import type { AcceptanceResponse } from './acceptance-response.js';
import { answerDuplicate } from './answer-duplicate.js';
import { awaitStep } from './await-step.js';
import { composeRegistration } from './compose-registration.js';
import { offerChoice } from '../payouts/offer-choice.js';
import { planRequest, type PlannedRequest } from './plan-request.js';
import { registrationFailure } from './registration-failure.js';

/** One create call: who makes it, under which request id, and since when it waits (milliseconds since the epoch). */
export type CreateCall = {
  readonly caller: Caller;
  readonly requestId: string;
  readonly receivedAt: number;
  readonly answer: TrackedAnswer;
};

/**
 * `POST /v2/payment` and `POST /v2/payout` (specification §4) from the accepted request on: duplicate table → plan →
 * register → start the flow → answer. The row is committed before the flow is started, and the sweep starts what this
 * process could not. Until the row exists every failure is a refusal; from then on it is a 504, because the transaction
 * may go on.
 */
export async function createTransaction(
  context: ApiContext,
  call: CreateCall,
  { body, request }: { readonly body: ParsedObject; readonly request: TransactionRequest },
): Promise<AcceptanceResponse> {
  const { caller } = call;
  const fingerprint = context.keyedHashes.content(
    caller.project,
    canonicalBody(body, (pan) => context.keyedHashes.card(pan).toString('base64')),
  );
  const key = { merchant: caller.merchant, type: request.row.type, reference: request.reference };
  const known = await findByReference(context.database, key).catch(() => {
    throw new GatewayError('unavailable', { reference: request.reference });
  });
  if (known) return answerDuplicate(context, call, known, fingerprint);

  const planned = planRequest(context, caller.project, request);
  const banks = await offerChoice(context, caller.project, request, planned.plan);
  if (!context.temporalReach.isReachable())
    throw new GatewayError('unavailable', { reference: request.reference });
  const identifier = await register(context, call, { request, ...planned, banks, fingerprint });
  if (identifier !== undefined) {
    crashPoint('after row');
    call.answer.speaksFor(identifier, 'first');
    const isDue = banks === undefined && !needsHostedForm(request);
    return awaitStep(context, call, { identifier, request, plan: planned.plan, isDue });
  }
  const winner = await findByReference(context.database, key).catch(() => undefined);
  if (!winner) throw new GatewayError('duplicatedReference', { reference: request.reference });
  return answerDuplicate(context, call, winner, fingerprint);
}

/** The identifier of the registered transaction; nothing when another call was first with the reference. */
async function register(
  context: ApiContext,
  call: CreateCall,
  accepted: PlannedRequest & {
    readonly request: TransactionRequest;
    readonly banks: readonly Bank[] | undefined;
    readonly fingerprint: Buffer;
  },
): Promise<string | undefined> {
  const registration = composeRegistration(context, call, { identifier: uuid(), ...accepted });
  try {
    const isRegistered = await registerTransaction(context.database, registration);
    return isRegistered ? registration.identifier : undefined;
  } catch (error) {
    throw registrationFailure(error, call.requestId, registration);
  }
}
