import { timingSafeEqual } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { GatewayError } from '#domain/errors/gateway-error';
import { needsHostedForm, type TransactionRequest } from '#domain/transactions/transaction-request';
import type { ExhaustedMid } from '#domain/limits/leave-exhausted';
import type { Plan } from '#domain/plan';
import type { Bank } from '#domain/transaction';
import { readReachedLimit } from '#persistence/limits/read-reached-limit';
import type { CardFingerprint } from '#persistence/secrets/card-fingerprints';
import { findByReference } from '#persistence/transactions/find-transaction';
import { registerTransaction } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#runtime/crash-point';
import type { ApiContext } from '../api-context.js';
import type { Accepted } from '../http/acceptance.pipe.js';
import type { Call } from '../http/parameters.js';
import { canonicalBody } from '../http/canonical-body.js';
import { trackAnswer, type TrackedAnswer } from '../http/track-answer.js';
import type { AcceptanceResponse } from './acceptance-response.js';
import { answerDuplicate } from './answer-duplicate.js';
import { awaitStep } from './await-step.js';
import { composeRegistration } from './compose-registration.js';
import { offerChoice } from '../payouts/offer-choice.js';
import { planRequest, type PlannedRequest } from './plan-request.js';
import { registrationFailure } from './registration-failure.js';

/** A create call, with the record of whether its caller was answered. */
export type CreateCall = Call & { readonly answer: TrackedAnswer };

/** A create endpoint from the accepted request to its answer (contract §4). */
export function createTransaction(
  context: ApiContext,
  call: Call,
  accepted: Accepted<TransactionRequest>,
): Promise<AcceptanceResponse> {
  const answer = trackAnswer(call.response, context);
  return answer.recorded(create(context, { ...call, answer }, accepted));
}

/**
 * `POST /v2/payment` and `POST /v2/payout` (specification §4) from the accepted request on: duplicate table → plan →
 * register → start the flow → answer. The row is committed before the flow is started, and the sweep starts what this
 * process could not. Until the row exists every failure is a refusal; from then on it is a 504, because the transaction
 * may go on.
 */
async function create(
  context: ApiContext,
  call: CreateCall,
  { body, request }: Accepted<TransactionRequest>,
): Promise<AcceptanceResponse> {
  const { caller } = call;
  const { keyedHashes, cardFingerprints } = context;
  const contentBy = (hashPan: CardFingerprint) =>
    keyedHashes.content(
      caller.project,
      canonicalBody(body, (pan) => hashPan(pan).toString('base64')),
    );
  const fingerprint = contentBy(cardFingerprints.kept);
  // What was sent before a key of fingerprints was changed is the same content still.
  const isSame = (stored: Buffer) =>
    cardFingerprints.each.some((hashPan) => timingSafeEqual(stored, contentBy(hashPan)));
  const key = { merchant: caller.merchant, type: request.row.type, reference: request.reference };
  const known = await findByReference(context.database, key).catch(() => {
    throw new GatewayError('unavailable', { reference: request.reference });
  });
  if (known) return answerDuplicate(context, call, known, isSame);

  const registered = await planAndRegister(context, call, { request, fingerprint });
  if (registered) {
    crashPoint('after row');
    call.answer.speaksFor(registered.identifier, 'first');
    return awaitStep(context, call, { ...registered, request });
  }
  const winner = await findByReference(context.database, key).catch(() => undefined);
  if (!winner) throw new GatewayError('duplicatedReference', { reference: request.reference });
  return answerDuplicate(context, call, winner, isSame);
}

type Asked = { readonly request: TransactionRequest; readonly fingerprint: Buffer };
type Registered = {
  readonly identifier: string;
  readonly plan: Plan;
  /** It is sent to a provider at once. */
  readonly isDue: boolean;
};

/**
 * The registered transaction; nothing when another call was first with the reference. A MID in which the database finds
 * no room is left out and the request planned anew, until one has room or no route is left (1132).
 */
async function planAndRegister(
  context: ApiContext,
  call: CreateCall,
  asked: Asked,
  exhausted: readonly ExhaustedMid[] = [],
): Promise<Registered | undefined> {
  const { caller } = call;
  const { request } = asked;
  const planned = planRequest(context, caller.project, request, exhausted);
  const banks = await offerChoice(context, caller.project, request, planned.plan);
  if (!context.temporalReach.isReachable())
    throw new GatewayError('unavailable', { reference: request.reference });
  const outcome = await register(context, call, { ...asked, ...planned, banks });
  return outcome !== undefined && 'mid' in outcome
    ? planAndRegister(context, call, asked, [...exhausted, outcome])
    : outcome;
}

async function register(
  context: ApiContext,
  call: CreateCall,
  accepted: PlannedRequest & Asked & { readonly banks: readonly Bank[] | undefined },
): Promise<Registered | ExhaustedMid | undefined> {
  const registration = await composeRegistration(context, call, { identifier: uuid(), ...accepted });
  const { identifier, plan } = registration;
  try {
    const isRegistered = await registerTransaction(context.database, registration);
    const isDue = accepted.banks === undefined && !needsHostedForm(accepted.request);
    return isRegistered ? { identifier, plan, isDue } : undefined;
  } catch (error) {
    const reached = readReachedLimit(error);
    if (reached?.mid !== undefined) return { ...reached, mid: reached.mid };
    const failure = registrationFailure(error, call.requestId, registration);
    if (failure.row.httpStatus === 504) call.answer.speaksFor(identifier, 'first');
    throw failure;
  }
}
