import { Inject, Injectable } from '@nestjs/common';
import { Client, WithStartWorkflowOperation } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import { workflowOptions, awaitFirstStep, workflowTypes } from '#contracts/transaction-workflow';
import { queueOf } from '#contracts/task-queues';
import { timeoutErrors } from '#domain/errors/error-catalogue';
import { GatewayError } from '#domain/errors/gateway-error';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { Plan } from '#domain/transaction/plan';
import type { Bank } from '#domain/transaction/challenge';
import { echoedOf } from '#domain/transaction/echoed';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import { Database } from '#persistence/database';
import { readReachedLimit } from '#persistence/limits/limit-counters';
import { registerTransaction, type Registration } from '#persistence/transactions/register-transaction';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { errorName } from '#runtime/where-thrown';
import { PayeeChecks } from '../banks/check-payee.js';
import { BankOffers } from '../banks/offer-banks.js';
import type { Accepted } from '../http/acceptance.pipe.js';
import { HeldCalls } from '../http/held-calls.js';
import type { Call } from '../http/parameters.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';
import { TemporalReach } from '../resources/temporal-reach.js';
import { RequestFingerprints } from './request-fingerprint.js';
import { Duplicates } from './duplicates.js';
import { PlanRequest, type PlannedRequest } from './plan-request.js';
import { registrationFailure } from './registration-failure.js';
import { RiskScreening } from './screen-risk.js';
import { SealRequest } from './seal-request.js';
import {
  IdempotencyRecords,
  type AcceptanceResponse,
  type CreateCall,
  type Render,
} from './idempotency-record.js';

/** A first call may still be answering for this long after its deadline. */
const answerGraceMs = 2_000;

/** An accepted request with its fingerprint. */
type Fingerprinted = { readonly request: TransactionRequest; readonly fingerprint: Buffer };

type Registered = {
  readonly identifier: string;
  readonly plan: Plan;
  /** It is submitted at once: the first attempt waits for nobody. */
  readonly isDue: boolean;
};

type Planned = Fingerprinted &
  PlannedRequest & { readonly banks: readonly Bank[] | undefined } & Pick<Registration, 'bank' | 'isHeld'>;

/** Registers a planned request: writes its row in Postgres. */
@Injectable()
export class RegisterRequest {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly risk: RiskScreening,
    private readonly seal: SealRequest,
  ) {}

  /** Undefined: another call registered the reference first. A MID: one of its counted limits is reached. */
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
      if (failure.condition.httpStatus === 504) call.record.speaksFor(identifier, 'first');
      throw failure;
    }
  }

  /** Everything a transaction is registered with. Personal and card data are encrypted here and go no further. */
  private async compose(call: CreateCall, identifier: string, planned: Planned): Promise<Registration> {
    const { request, plan, decision, billing, bank, banks, isHeld, fingerprint } = planned;
    const { merchant, project: projectCode } = call.caller;
    const { timing, defaults, payoutsInFlightMax } = this.configuration.project(projectCode);
    // Nothing is submitted until the customer has posted the page, the merchant has chosen the bank, or one of ours approves it.
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
      isHeld,
      personalBox: this.seal.personalData(identifier, request),
      card: await this.seal.card(identifier, request),
      guard: this.risk.guardOf(call.caller, request),
      answerOpenMs: call.receivedAt + timing.responseDeadlineMs + answerGraceMs - Date.now(),
      firstRecoveryMs: timing.sweepMs[0] ?? 0,
    };
  }
}

/** Plans a request, has its payee checked and registers it; again without a MID whose limit the database finds reached. */
@Injectable()
export class PlanAndRegister {
  constructor(
    private readonly configuration: CurrentConfiguration,
    private readonly planRequest: PlanRequest,
    private readonly banks: BankOffers,
    private readonly payees: PayeeChecks,
    private readonly duplicates: Duplicates,
    private readonly temporalReach: TemporalReach,
    private readonly registerRequest: RegisterRequest,
  ) {}

  /** Undefined: another call registered the reference first. Throws 1132 once no route is left. */
  async run(
    call: CreateCall,
    asked: Fingerprinted,
    exhausted: readonly ExhaustedMid[] = [],
    wasHeld = false,
  ): Promise<Registered | undefined> {
    const { project } = call.caller;
    const { request } = asked;
    const { timing } = this.configuration.project(project);
    const planned = this.planRequest.plan(project, request, exhausted);
    const banks = await this.banks.offerChoice(project, request, planned.plan);
    const bank = await this.banks.findGiven(project, request, planned.plan);
    if (!this.temporalReach.isReachable()) {
      throw new GatewayError('unavailable', { reference: request.reference });
    }
    const path = `${request.method.requisites ?? request.method.code}.account_number`;
    const payee = await this.payees.check({ ...request, path }, planned.plan, {
      merchant: call.caller.merchant,
      lookUpMs: timing.lookupCallMs,
      responseDeadlineMs: timing.responseDeadlineMs,
      deadline: call.receivedAt + timing.responseDeadlineMs,
    });
    if (payee.kind === 'refused') {
      // Another call with the reference may have passed meanwhile: then it is that one's.
      if (await this.findKnown(call, request)) return undefined;
      throw payee.error;
    }
    // What one provider has said of the account holds on every other route.
    const isHeld = wasHeld || payee.kind === 'held';
    const outcome = await this.registerRequest.run(call, { ...asked, ...planned, bank, banks, isHeld });
    return outcome !== undefined && 'mid' in outcome
      ? this.run(call, asked, [...exhausted, outcome], isHeld)
      : outcome;
  }

  /** Throws unavailable while Postgres is unreachable. */
  findKnown(call: CreateCall, request: TransactionRequest) {
    return this.duplicates.find(call, request).catch(() => {
      throw new GatewayError('unavailable', { reference: request.reference });
    });
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
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Starts the workflow and waits for its first step, in one call and within the deadline. From here on no error proves
   * that the transaction failed: every error is a 504, and the transaction continues.
   */
  async await(
    call: CreateCall,
    request: TransactionRequest,
    { identifier, plan, isDue }: Registered,
  ): Promise<AcceptanceResponse> {
    const { caller, requestId, receivedAt } = call;
    const { reference, method } = request;
    const { type } = method;
    const deadline = receivedAt + this.configuration.project(caller.project).timing.responseDeadlineMs;
    const [first] = plan.routes;
    const startWorkflowOperation = new WithStartWorkflowOperation(
      workflowTypes[type],
      workflowOptions({
        identifier,
        type,
        merchant: caller.merchant,
        reference,
        method: method.code,
        amount: request.money.amount,
        currency: request.money.currency,
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
      const created = await call.record.answerWith(deadline);
      if (created) return await call.render(created, { isFirst: true });
    } catch (error) {
      const cause = errorName(error);
      this.log.warn({ identifier, cause }, `answered 504, the ${type} continues`);
    }
    throw new GatewayError(timeoutErrors[type], { identifier, requestId, reference });
  }
}

/**
 * `POST /v2/payment` and `POST /v2/payout` (specification §4): duplicate table → plan → register → start the workflow →
 * answer. Recovery starts a workflow that this process could not. Until the row exists every failure is a refusal; then a 504.
 */
@Injectable()
export class CreateTransaction {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly fingerprints: RequestFingerprints,
    private readonly duplicates: Duplicates,
    private readonly planAndRegister: PlanAndRegister,
    private readonly firstStep: FirstStep,
    private readonly heldCalls: HeldCalls,
  ) {}

  /** `render` makes the body of the answer, for the first call and for a re-join. */
  create(call: Call, accepted: Accepted<TransactionRequest>, render: Render): Promise<AcceptanceResponse> {
    const record = this.records.follow(call.response);
    return record.recorded(this.answerFor({ ...call, record, render }, accepted));
  }

  private async answerFor(
    call: CreateCall,
    { body, request }: Accepted<TransactionRequest>,
  ): Promise<AcceptanceResponse> {
    const { reference } = request;
    const fingerprint = this.fingerprints.of(call.caller.project, body);
    const known = await this.planAndRegister.findKnown(call, request);
    if (known) return this.duplicates.answer(call, known, fingerprint.isSame);

    const release = this.heldCalls.begin(call.caller.project, reference);
    const answer = await this.register(call, { request, fingerprint: fingerprint.stored }).finally(release);
    if (answer) return answer;
    const winner = await this.duplicates.find(call, request).catch(() => undefined);
    if (!winner) throw new GatewayError('duplicatedReference', { reference });
    return this.duplicates.answer(call, winner, fingerprint.isSame);
  }

  /** Undefined: another call registered the reference first. */
  private async register(call: CreateCall, asked: Fingerprinted): Promise<AcceptanceResponse | undefined> {
    const registered = await this.planAndRegister.run(call, asked);
    if (!registered) return undefined;
    crashPoint('after row');
    call.record.speaksFor(registered.identifier, 'first');
    return this.firstStep.await(call, asked.request, registered);
  }
}
