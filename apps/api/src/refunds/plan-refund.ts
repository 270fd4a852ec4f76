import { Injectable } from '@nestjs/common';
import type { Configuration } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import { plannedLimits } from '#domain/limits/counted-limits';
import { leftOf } from '#domain/refunds/left';
import { needsApproval } from '#domain/refunds/project-refunds';
import type { RefundRequest } from '#domain/refunds/refund-request';
import { planRefund } from '#domain/refunds/refuse-refund';
import type { Refusal } from '#domain/routing/refusal';
import { planTransaction, type Plan } from '#domain/transaction/plan';
import type { Transaction } from '#domain/transaction/transaction';
import { decimalsOf } from '#domain/values/currencies';
import type { Money } from '#domain/values/money';
import { isAllowedTarget } from '#gateway/callbacks/target-policy';
import { findAccount } from '#gateway/connectors/find-account';
import type { Charge } from '#persistence/refunds/find-charge';
import { Database } from '#persistence/database';
import { findRefundable, type RefundablePayment } from '#persistence/refunds/find-refundable';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';

/** What is decided about a refund before it is registered. */
export type PlannedRefund = {
  readonly payment: Transaction;
  readonly money: Money;
  readonly plan: Plan;
  /** A person has to approve it. */
  readonly isHeld: boolean;
  readonly configurationVersion: number;
};

/** Judges a refund by its payment, the configuration and the time (contract §15.2). */
@Injectable()
export class PlanRefund {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** Throws the GatewayError of the first condition that fails, in the order of contract §15.2. */
  async plan(caller: Caller, request: RefundRequest): Promise<PlannedRefund> {
    const { reference, paymentReference } = request;
    const configuration = this.configuration.current();
    const project = this.configuration.project(caller.project);
    if (!project.enabled) throw new GatewayError('refundProjectDisabled', { reference });
    if (request.callbackUrl !== undefined && !isAllowedTarget(request.callbackUrl, project.callbackTargets)) {
      const problem = 'must be one of the callback targets allowed for the project';
      throw new GatewayError('invalidParams', { fields: [{ path: 'callback_url', problem }], reference });
    }
    const found = await this.find(caller, request);
    const judged = planRefund(configuration, caller.project, {
      payment: refundedPaymentOf(found),
      sums: sumsOf(found),
      request,
      now: new Date(),
    });
    if (judged.kind === 'refused') throw refusalError(judged, reference);
    const { money, refundsMax } = judged;
    const { payment, charge } = found;
    if (!charge) throw new Error(`payment ${paymentReference} has succeeded without an attempt`);
    const { provider, mid } = charge;
    const route = payment.plan.routes.find((one) => one.mid === mid)?.route ?? mid;
    const limits = plannedLimits(configuration, caller.project, {
      type: 'refund',
      currency: money.currency,
      customerHashes: [],
      mids: [],
    });
    const plan = planTransaction(
      configuration,
      project,
      'refund',
      { code: payment.method },
      [{ route, mid, provider }],
      limits,
    );
    return {
      payment,
      money,
      plan: {
        ...plan,
        refund: {
          from: project.refunds.from,
          max: refundsMax,
          billingDecimals: decimalsOf(payment.billing.currency) ?? 0,
          ...(keepsNoReference(configuration, charge) && { oneAtATime: true }),
        },
      },
      isHeld: needsApproval(money, project.refunds),
      configurationVersion: this.configuration.version(),
    };
  }

  private async find({ merchant }: Caller, request: RefundRequest): Promise<RefundablePayment> {
    const { reference, paymentReference } = request;
    const found = await findRefundable(this.database, { merchant, reference: paymentReference }).catch(
      unavailable(reference),
    );
    if (found) return found;
    const description = `payment_reference: there is no payment with the reference ${paymentReference}`;
    throw new GatewayError('resourceNotFound', { reference, description });
  }
}

function keepsNoReference(configuration: Configuration, charge: Charge): boolean {
  const found = findAccount(configuration, charge, 'refund');
  return found.kind === 'found' && found.calls.keepsNoReference?.(found.account) === true;
}

/** The payment as the conditions of a refund read it. */
function refundedPaymentOf({ payment, charge }: RefundablePayment) {
  const { status, method, amount, currency, finishedAt } = payment;
  return {
    status,
    method,
    money: { amount, currency },
    provider: charge?.provider,
    mid: charge?.mid,
    finishedAt,
  };
}

function sumsOf({ payment: { amount, currency }, gone, count }: RefundablePayment) {
  return { left: leftOf({ amount, currency }, gone), count };
}

function refusalError({ error, description }: Refusal, reference: string): GatewayError {
  return new GatewayError(error, { reference, ...(description === undefined ? {} : { description }) });
}
