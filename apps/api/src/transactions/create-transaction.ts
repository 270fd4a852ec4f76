import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import { flowOptions, awaitFirstStep, flowTypes } from '#contracts/transaction-flow';
import { queueOf } from '#contracts/task-queues';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Plan } from '#domain/transaction/plan';
import type { Bank } from '#domain/transaction/challenge';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import type { Database } from '#persistence/database';
import { readReachedLimit } from '#persistence/limits/limit-counters';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { BankOffers } from '../banks/offer-banks.js';
import type { Accepted } from '../http/acceptance.pipe.js';
import type { Call } from '../http/parameters.js';
import { CurrentConfiguration, DATABASE, LOG } from '../resources/resources.js';
import { TemporalReach } from '../resources/temporal-reach.js';
import { ContentFingerprints } from './content-fingerprint.js';
import { Duplicates } from './duplicates.js';
import { PlanRequest, type PlannedRequest } from './plan-request.js';
import { registrationFailure } from './registration-failure.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';
import { AnswerTracker, type AcceptanceResponse, type CreateCall, type Render } from './track-answer.js';

/** How much longer than the deadline a first call may still be busy answering. */
const answerGraceMs = 2_000;

/** An accepted request with the fingerprint of its content. */
type Asked = { readonly request: TransactionRequest; readonly fingerprint: Buffer };

type Registered = {
  readonly identifier: string;
  readonly plan: Plan;
  /** It is sent to a provider at once: there is nobody to wait for before its first attempt. */
  readonly isDue: boolean;
};

type Planned = Asked & PlannedRequest & { readonly banks: readonly Bank[] | undefined };

/** Writes the row of a planned request. */
@Injectable()
export class RegisterRequest {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly risk: RiskScreening,
    private readonly seal: SealRequest,
  ) {}

  /** Undefined: another call was first with the reference. A MID: the database found no room in its counted limits. */
  async run(call: CreateCall, planned: Planned): Promise<Registered | ExhaustedMid | undefined> {
    const registration = await this.compose(call, uuid(), planned);
    const { identifier, plan } = registration;
    try {
      const isRegistered = await registerTransaction(this.database, registration);
      return isRegistered ? { identifier, plan, isDue: registration.isDue } : undefined;
    } catch (error) {
      const reached = readReachedLimit(error);
      if (reached?.mid !== undefined) return { ...reached, mid: reached.mid };
      const failure = registrationFailure(error, call.requestId, registration);
      if (failure.row.httpStatus === 504) call.answer.speaksFor(identifier, 'first');
      throw failure;
    }
  }

  /** Everything a transaction is registered with; what is personal or a card is sealed here and goes no further. */
  private async compose(call: CreateCall, identifier: string, planned: Planned): Promise<Registration> {
    const { request, plan, decision, billing, banks, fingerprint } = planned;
    const { merchant, project: projectCode } = call.caller;
    const { timing, defaults, payoutsInFlightMax } = this.configuration.project(projectCode);
    // Until the customer has posted the page, or the merchant has chosen the bank, nothing is due.
    const patienceMs = banks
      ? timing.bankCodeChallengeMs
      : needsHostedForm(request)
        ? plan.timing.hostedPageMs
        : undefined;
    return {
      identifier,
      requestId: call.requestId,
      type: request.row.type,
      merchant,
      project: projectCode,
      reference: request.reference,
      method: request.method,
      style: request.style,
      mode: request.mode,
      currency: request.money.currency,
      amount: request.money.amount,
      billing,
      payoutsInFlightMax: request.row.type === 'payout' ? payoutsInFlightMax : undefined,
      status: firstStatus(request),
      description: request.description,
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
      banks,
      personalBox: this.seal.personalData(identifier, request),
      card: await this.seal.card(identifier, request),
      guard: this.risk.guardOf(call.caller, request),
      answerOpenMs: call.receivedAt + timing.responseDeadlineMs + answerGraceMs - Date.now(),
      firstSweepMs: timing.sweepMs[0] ?? 0,
    };
  }
}

/** Plans a request and registers it; a MID in which the database finds no room is left out and the request planned anew. */
@Injectable()
export class PlanAndRegister {
  constructor(
    private readonly planRequest: PlanRequest,
    private readonly banks: BankOffers,
    private readonly temporalReach: TemporalReach,
    private readonly registerRequest: RegisterRequest,
  ) {}

  /** Undefined: another call was first with the reference. Throws 1132 once no route is left. */
  async run(
    call: CreateCall,
    asked: Asked,
    exhausted: readonly ExhaustedMid[] = [],
  ): Promise<Registered | undefined> {
    const { project } = call.caller;
    const { request } = asked;
    const planned = this.planRequest.plan(project, request, exhausted);
    const banks = await this.banks.offerChoice(project, request, planned.plan);
    if (!this.temporalReach.isReachable()) {
      throw new GatewayError('unavailable', { reference: request.reference });
    }
    const outcome = await this.registerRequest.run(call, { ...asked, ...planned, banks });
    return outcome !== undefined && 'mid' in outcome
      ? this.run(call, asked, [...exhausted, outcome])
      : outcome;
  }
}

/** A hosted payment begins when its page is opened. */
function firstStatus({ style }: TransactionRequest): 'new' | 'pending' {
  return style === 'hpp' ? 'new' : 'pending';
}

/** The workflow of a registered transaction, from its start to its first step. */
@Injectable()
export class FirstStep {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Starts the workflow and waits for its first step, in one call and under the deadline. From here on nothing proves a
   * failure: whatever goes wrong is a 504, and the transaction goes on.
   */
  async await(
    call: CreateCall,
    request: TransactionRequest,
    { identifier, plan, isDue }: Registered,
  ): Promise<AcceptanceResponse> {
    const { caller, requestId, receivedAt } = call;
    const { reference, method } = request;
    const { type } = request.row;
    const deadline = receivedAt + this.configuration.project(caller.project).timing.responseDeadlineMs;
    const [first] = plan.routes;
    const startWorkflowOperation = new WithStartWorkflowOperation(
      flowTypes[type],
      flowOptions({
        identifier,
        type,
        merchant: caller.merchant,
        reference,
        method,
        status: firstStatus(request),
        provider: first?.provider,
        plan,
        queue: isDue ? queueOf(this.configuration.current(), first?.mid) : undefined,
      }),
    );
    try {
      await this.temporal.withDeadline(deadline, () =>
        this.temporal.workflow.executeUpdateWithStart(awaitFirstStep, {
          args: [],
          updateId: requestId,
          startWorkflowOperation,
        }),
      );
      crashPoint('after flow');
      const transaction = await findByIdentifier(this.database, identifier);
      if (transaction) return await call.render(transaction, { isFirst: true });
    } catch (error) {
      const cause = errorName(error);
      this.log.warn({ identifier, cause }, `answered 504, the ${type} goes on`);
    }
    throw new GatewayError(timeoutErrors[type], { identifier, requestId, reference });
  }
}

/**
 * `POST /v2/payment` and `POST /v2/payout` (specification §4) from the accepted request on: duplicate table → plan →
 * register → start the workflow → answer. The row is committed before the workflow is started, and recovery starts what
 * this process could not. Until the row exists every failure is a refusal; from then on it is a 504, because the
 * transaction may go on.
 */
@Injectable()
export class CreateTransaction {
  constructor(
    private readonly answers: AnswerTracker,
    private readonly fingerprints: ContentFingerprints,
    private readonly duplicates: Duplicates,
    private readonly planAndRegister: PlanAndRegister,
    private readonly firstStep: FirstStep,
  ) {}

  /** `render` makes the answer's body, whichever call gets it. */
  create(call: Call, accepted: Accepted<TransactionRequest>, render: Render): Promise<AcceptanceResponse> {
    const answer = this.answers.follow(call.response);
    return answer.recorded(this.answerFor({ ...call, answer, render }, accepted));
  }

  private async answerFor(
    call: CreateCall,
    { body, request }: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    const { reference } = request;
    const content = this.fingerprints.of(call.caller.project, body);
    const known = await this.duplicates.find(call, request).catch(() => {
      throw new GatewayError('unavailable', { reference });
    });
    if (known) return this.duplicates.answer(call, known, content.isSame);

    const registered = await this.planAndRegister.run(call, { request, fingerprint: content.stored });
    if (registered) {
      crashPoint('after row');
      call.answer.speaksFor(registered.identifier, 'first');
      return this.firstStep.await(call, request, registered);
    }
    const winner = await this.duplicates.find(call, request).catch(() => undefined);
    if (!winner) throw new GatewayError('duplicatedReference', { reference });
    return this.duplicates.answer(call, winner, content.isSame);
  }
}
