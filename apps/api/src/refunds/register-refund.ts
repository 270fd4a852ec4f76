import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { Database } from '#persistence/database';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { type RegisteredSubject, subjectOf } from '../transactions/create/first-step.js';
import type { CreateCall } from '../transactions/create/idempotency-record.js';
import { answerGraceMs } from '../transactions/create/register-request.js';
import { registrationFailure } from '../transactions/create/registration-failure.js';
import type { PlannedRefund } from './plan-refund.js';

/** A refund with everything that was decided about it. */
type ReadyRefund = PlannedRefund & { readonly request: RefundRequest; readonly fingerprint: Buffer };

/** `known`: another call registered the reference first. `outdated`: less is left of the payment than was read. */
type RefundOutcome =
  | (RegisteredSubject & { readonly kind: 'registered' })
  | { readonly kind: 'known' }
  | { readonly kind: 'outdated' };

/** Writes the row of a planned refund. */
@Injectable()
export class RegisterRefund {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** Throws what `registrationFailure` makes of an error of Postgres: a refusal, or a 504 if the row may exist. */
  async register(call: CreateCall, ready: ReadyRefund): Promise<RefundOutcome> {
    const registration = this.compose(call, uuid(), ready);
    try {
      const isRegistered = await registerTransaction(this.database, registration);
      return isRegistered ? { kind: 'registered', ...subjectOf(registration) } : { kind: 'known' };
    } catch (error) {
      if (isLessLeft(error)) return { kind: 'outdated' };
      const failure = registrationFailure(error, call.requestId, registration);
      if (failure.condition.httpStatus === 504) call.record.speaksFor(registration.identifier, 'first');
      throw failure;
    }
  }

  private compose(call: CreateCall, identifier: string, ready: ReadyRefund): Registration {
    const { request, payment, money, plan, isHeld, configurationVersion, fingerprint } = ready;
    const { merchant, project } = call.caller;
    const { timing, defaults } = this.configuration.project(project);
    const callbackUrlOfPayment = payment.project === project ? payment.callbackUrl : undefined;
    return {
      identifier,
      requestId: call.requestId,
      traceparent: call.traceparent,
      type: 'refund',
      merchant,
      project,
      reference: request.reference,
      payment: payment.identifier,
      paymentReference: payment.reference,
      reason: request.reason,
      method: payment.method,
      style: payment.style,
      mode: undefined,
      currency: money.currency,
      amount: money.amount,
      billing: undefined,
      payoutsInFlightMax: undefined,
      status: 'pending',
      description: request.description,
      meta: request.metaText,
      locale: undefined,
      redirectUrl: undefined,
      cancelUrl: undefined,
      errorUrl: undefined,
      callbackUrl: request.callbackUrl ?? callbackUrlOfPayment ?? defaults.callback_url,
      provider: plan.routes[0]?.provider ?? '',
      plan,
      decision: { configurationVersion, candidates: [] },
      contentFingerprint: fingerprint,
      isDue: !isHeld,
      held: isHeld ? 'refund' : undefined,
      payableMs: isHeld ? timing.refundApprovalMs : plan.timing.submitMaxAgeMs,
      bank: undefined,
      banks: undefined,
      personalCiphertext: undefined,
      card: undefined,
      guard: undefined,
      answerOpenMs: call.receivedAt + timing.responseDeadlineMs + answerGraceMs - Date.now(),
      firstRecoveryMs: timing.recoveryMs[0] ?? 0,
    };
  }
}

/**
 * Reads the errors `GW007`, less is left of the payment than the refund needs, and `GW008`, the payment takes no further refund
 * (`libs/persistence/migrations/0048-refunds.ts`).
 */
function isLessLeft(error: unknown): boolean {
  const source: unknown =
    typeof error === 'object' && error !== null && 'driverError' in error ? error.driverError : error;
  if (typeof source !== 'object' || source === null || !('code' in source)) return false;
  return source.code === 'GW007' || source.code === 'GW008';
}
