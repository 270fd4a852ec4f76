import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Bank } from '#domain/transaction/challenge';
import { echoedOf } from '#domain/transaction/echoed';
import { firstStatus, needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import { Database } from '#persistence/database';
import { readReachedLimit } from '#persistence/limits/limit-counters';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { CurrentConfiguration } from '../../resources/resources.module.js';
import { type RegisteredSubject, subjectOf } from './first-step.js';
import type { CreateCall } from './idempotency-record.js';
import type { PlannedRequest } from './plan-request.js';
import { registrationFailure } from './registration-failure.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';

/** A first call may still be answering for this long after its deadline. */
export const answerGraceMs = 2_000;

/** A request with everything that was decided about it. */
type ReadyRequest = PlannedRequest &
  Pick<Registration, 'bank'> & {
    /** A person has to approve the payout. */
    readonly isHeld: boolean;
    readonly request: TransactionRequest;
    readonly fingerprint: Buffer;
    readonly banks: readonly Bank[] | undefined;
  };

type Registered = RegisteredSubject & { readonly kind: 'registered' };
/** `known`: another call registered the reference first. `exhausted`: a counted limit of this MID is reached. */
type RegistrationOutcome =
  Registered | { readonly kind: 'known' } | { readonly kind: 'exhausted'; readonly mid: ExhaustedMid };

/** Writes the row of a planned request. */
@Injectable()
export class RegisterRequest {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly risk: RiskScreening,
    private readonly seal: SealRequest,
  ) {}

  /** Throws what `registrationFailure` makes of an error of Postgres: a refusal, or a 504 if the row may exist. */
  async register(call: CreateCall, ready: ReadyRequest): Promise<RegistrationOutcome> {
    const registration = await this.compose(call, uuid(), ready);
    const { identifier } = registration;
    try {
      const isRegistered = await registerTransaction(this.database, registration);
      return isRegistered ? { kind: 'registered', ...subjectOf(registration) } : { kind: 'known' };
    } catch (error) {
      const reached = readReachedLimit(error);
      if (reached?.mid !== undefined) return { kind: 'exhausted', mid: { ...reached, mid: reached.mid } };
      const failure = registrationFailure(error, call.requestId, registration);
      if (failure.condition.httpStatus === 504) call.record.speaksFor(identifier, 'first');
      throw failure;
    }
  }

  /** Personal and card data are encrypted here and go no further. */
  private async compose(call: CreateCall, identifier: string, ready: ReadyRequest): Promise<Registration> {
    const { request, plan, decision, billing, bank, banks, isHeld, fingerprint } = ready;
    const { merchant, project: projectCode } = call.caller;
    const { timing, defaults, payoutsInFlightMax } = this.configuration.project(projectCode);
    // The submit waits for the customer's form, the merchant's choice of a bank, or an operator's approval.
    const patienceMs =
      banks || isHeld
        ? timing.bankCodeChallengeMs
        : needsHostedForm(request)
          ? plan.timing.hostedPageMs
          : undefined;
    return {
      identifier,
      requestId: call.requestId,
      traceparent: call.traceparent,
      type: request.method.type,
      merchant,
      project: projectCode,
      reference: request.reference,
      method: request.method.code,
      style: request.style,
      mode: request.mode,
      currency: request.money.currency,
      amount: request.money.amount,
      billing,
      payoutsInFlightMax: request.method.type === 'payout' ? payoutsInFlightMax : undefined,
      status: firstStatus(request),
      ...echoedOf(request),
      meta: request.metaText,
      locale: request.locale,
      redirectUrl: request.redirectUrl ?? defaults.redirect_url,
      cancelUrl: request.cancelUrl ?? defaults.cancel_url,
      errorUrl: request.errorUrl ?? defaults.error_url,
      callbackUrl: request.callbackUrl ?? defaults.callback_url,
      provider: plan.routes[0]?.provider ?? '',
      plan,
      decision,
      contentFingerprint: fingerprint,
      isDue: patienceMs === undefined,
      payableMs: patienceMs ?? plan.timing.windowMs,
      bank,
      banks,
      held: isHeld ? 'payout' : undefined,
      payment: undefined,
      paymentReference: undefined,
      reason: undefined,
      personalCiphertext: this.seal.personalData(identifier, request),
      card: await this.seal.card(identifier, request),
      guard: this.risk.guardOf(call.caller, request),
      answerOpenMs: call.receivedAt + timing.responseDeadlineMs + answerGraceMs - Date.now(),
      firstRecoveryMs: timing.recoveryMs[0] ?? 0,
    };
  }
}
