import { Injectable } from '@nestjs/common';
import type { ValueOf } from '#domain/wire/schema';
import { describeListed, type refundPage } from '#domain/wire/transaction-list';
import { Database } from '#persistence/database';
import { listTransactions } from '#persistence/transactions/list-transactions';
import { acceptQuery, readInstant, readLimit, readSome, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { readListCursor, writeListCursor } from '../transactions/read/list-transactions.dto.js';
import { ListRefundsQuery } from './list-refunds.dto.js';

@Injectable()
export class ListRefunds {
  constructor(private readonly database: Database) {}

  /** One page of the merchant's refunds, newest first (contract §15.1). */
  async list({ merchant }: Caller, sent: SentQuery): Promise<ValueOf<typeof refundPage>> {
    const query = acceptQuery(ListRefundsQuery, sent);
    const page = await listTransactions(this.database, {
      merchant,
      types: ['refund'],
      paymentReference: query.payment_reference,
      currency: query.currency,
      statuses: query.status === undefined ? undefined : readSome(query.status),
      createdFrom: query.created_from === undefined ? undefined : readInstant(query.created_from),
      createdTo: query.created_to === undefined ? undefined : readInstant(query.created_to),
      after: query.after === undefined ? undefined : readListCursor(query.after),
      limit: readLimit(query.limit),
    }).catch(unavailable());
    const now = new Date();
    return {
      refunds: page.transactions.map((listed) => describeListed(listed, now)),
      next_after: page.nextAfter ? writeListCursor(page.nextAfter) : null,
    };
  }
}
