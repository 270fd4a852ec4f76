import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { crashPoint } from '#runtime/crash-point';
import type { Accepted } from '../http/acceptance.pipe.js';
import type { Call } from '../http/parameters.js';
import { TemporalReach } from '../resources/temporal-reach.js';
import { FirstStep } from '../transactions/create/first-step.js';
import type { CreateCall, CreatedTransaction } from '../transactions/create/idempotency-record.js';
import { OneReference } from '../transactions/create/one-reference.js';
import type { ReferenceKey } from '../transactions/read/check-transaction.js';
import { PlanRefund } from './plan-refund.js';
import { RegisterRefund } from './register-refund.js';

/**
 * `POST /v2/refund` (contract §15.1): known? → plan → register → first step, as for a payment or payout. Until the row exists
 * every failure is a refusal; afterwards it is a 504 and the refund continues.
 */
@Injectable()
export class CreateRefund {
  constructor(
    private readonly oneReference: OneReference,
    private readonly planRefund: PlanRefund,
    private readonly temporalReach: TemporalReach,
    private readonly registerRefund: RegisterRefund,
    private readonly firstStep: FirstStep,
  ) {}

  /** A known reference is answered by contract §4, whatever became of the payment meanwhile. */
  create(call: Call, accepted: Accepted<RefundRequest>): Promise<CreatedTransaction> {
    const { request } = accepted;
    return this.oneReference.createOrJoin(call, keyOf(request), accepted, (recorded, fingerprint) =>
      this.createNew(recorded, request, fingerprint),
    );
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
    request: RefundRequest,
    refusal: unknown,
  ): Promise<undefined> {
    if (!(await this.oneReference.findKnown(call, keyOf(request)))) throw refusal;
  }
}

function keyOf({ reference }: RefundRequest): ReferenceKey {
  return { type: 'refund', reference };
}
