import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { ExhaustedMid } from '#domain/routing/route-request';
import type { TransactionRequest } from '#domain/transaction/request';
import { crashPoint } from '#runtime/crash-point';
import { PayeeChecks } from '../../banks/check-payee.js';
import { BankOffers } from '../../banks/offer-banks.js';
import type { Accepted } from '../../http/acceptance.pipe.js';
import type { Call } from '../../http/parameters.js';
import { TemporalReach } from '../../resources/temporal-reach.js';
import type { ReferenceKey } from '../read/check-transaction.js';
import { FirstStep } from './first-step.js';
import type { CreateCall, CreatedTransaction } from './idempotency-record.js';
import { OneReference } from './one-reference.js';
import { PlanRequest } from './plan-request.js';
import { RegisterRequest } from './register-request.js';

/**
 * `POST /v2/payment` and `POST /v2/payout` (specification §4): known? → plan → register → first step. Until the row exists
 * every failure is a refusal; afterwards it is a 504 and the transaction continues.
 */
@Injectable()
export class CreateTransaction {
  constructor(
    private readonly oneReference: OneReference,
    private readonly planRequest: PlanRequest,
    private readonly banks: BankOffers,
    private readonly payees: PayeeChecks,
    private readonly temporalReach: TemporalReach,
    private readonly registerRequest: RegisterRequest,
    private readonly firstStep: FirstStep,
  ) {}

  create(call: Call, accepted: Accepted<TransactionRequest>): Promise<CreatedTransaction> {
    const { request } = accepted;
    return this.oneReference.createOrJoin(call, keyOf(request), accepted, (recorded, fingerprint) =>
      this.createNew(recorded, request, fingerprint),
    );
  }

  /**
   * Undefined: another call registered the reference first. Plans again without each MID whose counted limit the database
   * finds reached, and throws 1132 once no route is left.
   */
  private async createNew(
    call: CreateCall,
    request: TransactionRequest,
    fingerprint: Buffer,
  ): Promise<CreatedTransaction | undefined> {
    const { project } = call.caller;
    const exhausted: ExhaustedMid[] = [];
    let isHeld = false;
    for (;;) {
      const planned = this.planRequest.plan(project, request, exhausted);
      const banks = await this.banks.offerChoice(project, request, planned.plan);
      const bank = await this.banks.findGiven(project, request, planned.plan);
      if (!this.temporalReach.isReachable()) {
        throw new GatewayError('unavailable', { reference: request.reference });
      }
      const path = `${request.method.requisites ?? request.method.code}.account_number`;
      const payee = await this.payees.check({ ...request, path }, planned.plan, call);
      if (payee.kind === 'refused') {
        // Another call with this reference may have passed the check meanwhile: then this one joins it.
        if (await this.oneReference.findKnown(call, keyOf(request))) return undefined;
        throw payee.error;
      }
      // A provider's doubt about the account holds on every other route as well.
      isHeld ||= payee.kind === 'held';
      const outcome = await this.registerRequest.register(call, {
        ...planned,
        request,
        fingerprint,
        bank,
        banks,
        isHeld,
      });
      switch (outcome.kind) {
        case 'known':
          return undefined;
        case 'exhausted':
          exhausted.push(outcome.mid);
          break;
        case 'registered':
          crashPoint('after row');
          call.record.speaksFor(outcome.identifier, 'first');
          return this.firstStep.await(call, outcome);
      }
    }
  }
}

function keyOf({ method, reference }: TransactionRequest): ReferenceKey {
  return { type: method.type, reference };
}
