import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { crashPoint } from '#runtime/crash-point';
import type { Accepted } from '../http/acceptance.pipe.js';
import { HeldCalls } from '../http/held-calls.js';
import type { Call } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { TemporalReach } from '../resources/temporal-reach.js';
import { Duplicates } from '../transactions/create/duplicates.js';
import { FirstStep } from '../transactions/create/first-step.js';
import {
  IdempotencyRecords,
  type CreateCall,
  type CreatedTransaction,
} from '../transactions/create/idempotency-record.js';
import { RequestFingerprints } from '../transactions/create/request-fingerprint.js';
import { PlanRefund } from './plan-refund.js';
import { RegisterRefund } from './register-refund.js';

/**
 * `POST /v2/refund` (contract §15.1): known? → plan → register → first step, as for a payment or payout. Until the row exists
 * every failure is a refusal; afterwards it is a 504 and the refund continues.
 */
@Injectable()
export class CreateRefund {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly fingerprints: RequestFingerprints,
    private readonly duplicates: Duplicates,
    private readonly heldCalls: HeldCalls,
    private readonly planRefund: PlanRefund,
    private readonly temporalReach: TemporalReach,
    private readonly registerRefund: RegisterRefund,
    private readonly firstStep: FirstStep,
  ) {}

  create(call: Call, accepted: Accepted<RefundRequest>): Promise<CreatedTransaction> {
    const record = this.records.follow(call.response);
    return record.recorded(this.createOrJoin({ ...call, record }, accepted));
  }

  /** A known reference is answered by contract §4, whatever became of the payment meanwhile. */
  private async createOrJoin(
    call: CreateCall,
    { body, request }: Accepted<RefundRequest>,
  ): Promise<CreatedTransaction> {
    const { project } = call.caller;
    const { reference } = request;
    const key = { type: 'refund', reference } as const;
    const fingerprint = this.fingerprints.of(project, body);
    const known = await this.duplicates.find(call, key).catch(unavailable(reference));
    if (known) return this.duplicates.join(call, known, fingerprint.isSame);
    const release = this.heldCalls.begin(project, reference);
    const created = await this.createNew(call, request, fingerprint.stored).finally(release);
    if (created) return created;
    const winner = await this.duplicates.findWinner(call, key);
    return this.duplicates.join(call, winner, fingerprint.isSame);
  }

  /**
   * Undefined: another call registered the reference first. Plans again when the database finds less left of the payment than
   * was read: the plan then refuses with the rest as it is.
   */
  private async createNew(
    call: CreateCall,
    request: RefundRequest,
    fingerprint: Buffer,
  ): Promise<CreatedTransaction | undefined> {
    for (;;) {
      const planned = await this.planRefund
        .plan(call.caller, request)
        .catch((refusal: unknown) => this.refuseUnlessTaken(call, request, refusal));
      if (!planned) return undefined;
      if (!this.temporalReach.isReachable()) {
        throw new GatewayError('unavailable', { reference: request.reference });
      }
      const outcome = await this.registerRefund.register(call, { ...planned, request, fingerprint });
      switch (outcome.kind) {
        case 'known':
          return undefined;
        case 'outdated':
          break;
        case 'registered':
          crashPoint('after row');
          call.record.speaksFor(outcome.identifier, 'first');
          return this.firstStep.await(call, outcome);
      }
    }
  }

  /**
   * Refuses, unless another call has registered the reference meanwhile: what is missing of the payment may be what that call
   * has taken, and then this one is its duplicate (contract §4).
   */
  private async refuseUnlessTaken(
    call: CreateCall,
    { reference }: RefundRequest,
    refusal: unknown,
  ): Promise<undefined> {
    const key = { type: 'refund', reference } as const;
    const known = await this.duplicates.find(call, key).catch(unavailable(reference));
    if (!known) throw refusal;
  }
}
