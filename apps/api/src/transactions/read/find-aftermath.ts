import { Injectable } from '@nestjs/common';
import { leftOf } from '#domain/refunds/left';
import { refundableRest } from '#domain/refunds/refuse-refund';
import type { Transaction } from '#domain/transaction/transaction';
import type { Aftermath } from '#domain/wire/aftermath';
import { Database } from '#persistence/database';
import { findAftermath } from '#persistence/refunds/find-aftermath';
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
  async of({ project }: Caller, transaction: Transaction): Promise<Aftermath | undefined> {
    const { type, reference, status, method, amount, currency, finishedAt } = transaction;
    if (status !== 'success') return type === 'refund' ? { reversals: [] } : undefined;
    const found = await findAftermath(this.database, transaction).catch(unavailable(reference));
    const { shown, gone, count, provider, mid } = found;
    if (type !== 'payment') return shown;
    const money = { amount, currency };
    const refundable = refundableRest(this.configuration.current(), project, {
      payment: { status, method, money, provider, mid, finishedAt },
      sums: { left: leftOf(money, gone), count },
      now: new Date(),
    });
    return { ...shown, refundable };
  }
}
