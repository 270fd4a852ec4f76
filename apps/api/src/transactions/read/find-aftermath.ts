import { Injectable } from '@nestjs/common';
import { leftOf } from '#domain/refunds/left';
import { refundableRest, type RefundableRest } from '#domain/refunds/refuse-refund';
import type { Transaction } from '#domain/transaction/transaction';
import type { Aftermath } from '#domain/wire/aftermath';
import { Database } from '#persistence/database';
import { findAftermath } from '#persistence/refunds/find-aftermath';
import { findRefundable } from '#persistence/refunds/find-refundable';
import type { Caller } from '../../http/parameters.js';
import { unavailable } from '../../http/unavailable.js';
import { CurrentConfiguration } from '../../resources/resources.module.js';

/** What happened to the money of a transaction since its success, and what can still be refunded (contract §15.6). */
@Injectable()
export class FindAftermath {
  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** Undefined: it has not succeeded. What can be refunded follows from the terms of the calling project. */
  async of(caller: Caller, transaction: Transaction): Promise<Aftermath | undefined> {
    if (transaction.status !== 'success') return undefined;
    const { reference } = transaction;
    const found = await findAftermath(this.database, transaction).catch(unavailable(reference));
    if (transaction.type !== 'payment') return found;
    return { ...found, refundable: await this.restOf(caller, transaction) };
  }

  private async restOf(
    { merchant, project }: Caller,
    { reference }: Transaction,
  ): Promise<RefundableRest | undefined> {
    const found = await findRefundable(this.database, { merchant, reference }).catch(unavailable(reference));
    if (!found) return undefined;
    const { payment, charge, gone, count } = found;
    const { status, method, amount, currency, finishedAt } = payment;
    const money = { amount, currency };
    return refundableRest(this.configuration.current(), project, {
      payment: { status, method, money, provider: charge?.provider, mid: charge?.mid, finishedAt },
      sums: { left: leftOf(money, gone), count },
      now: new Date(),
    });
  }
}
