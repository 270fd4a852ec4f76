import { Injectable } from '@nestjs/common';
import { routedTypes } from '#domain/transaction/status';
import type { ValueOf } from '#domain/wire/schema';
import { describeListed, type transactionPage } from '#domain/wire/transaction-list';
import { Database } from '#persistence/database';
import { listTransactions } from '#persistence/transactions/list-transactions';
import { acceptQuery, readInstant, readLimit, readSome, type SentQuery } from '../../http/list-query.js';
import type { Caller } from '../../http/parameters.js';
import { unavailable } from '../../http/unavailable.js';
import { ListTransactionsQuery, readListCursor, writeListCursor } from './list-transactions.dto.js';

type TransactionPage = ValueOf<typeof transactionPage>;

@Injectable()
export class ListTransactions {
  constructor(private readonly database: Database) {}

  /** One page of the merchant's transactions, newest first (contract §7). */
  async list({ merchant }: Caller, sent: SentQuery): Promise<TransactionPage> {
    const query = acceptQuery(ListTransactionsQuery, sent);
    const { type, method, currency } = query;
    const types = type === undefined ? routedTypes : [type];
    const page = await listTransactions(this.database, {
      merchant,
      types,
      method,
      currency,
      statuses: query.status === undefined ? undefined : readSome(query.status),
      createdFrom: query.created_from === undefined ? undefined : readInstant(query.created_from),
      createdTo: query.created_to === undefined ? undefined : readInstant(query.created_to),
      after: query.after === undefined ? undefined : readListCursor(query.after),
      limit: readLimit(query.limit),
    }).catch(unavailable());
    const now = new Date();
    return {
      transactions: page.transactions.map((listed) => describeListed(listed, now)),
      next_after: page.nextAfter ? writeListCursor(page.nextAfter) : null,
    };
  }
}
