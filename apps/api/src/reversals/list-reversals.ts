import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import { describeReversal, type reversalPage } from '#domain/wire/reversal';
import type { ValueOf } from '#domain/wire/schema';
import { Database } from '#persistence/database';
import { listReversals } from '#persistence/refunds/list-reversals';
import { acceptQuery, readInstant, readLimit, readSome, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { ListReversalsQuery, readReversalCursor, writeReversalCursor } from './list-reversals.dto.js';

@Injectable()
export class ListReversals {
  constructor(private readonly database: Database) {}

  /** One page of the merchant's reversals, newest first (contract §15.1). */
  async list({ merchant }: Caller, sent: SentQuery): Promise<ValueOf<typeof reversalPage>> {
    const query = acceptQuery(ListReversalsQuery, sent);
    if (query.reference !== undefined && query.transaction_type === undefined) {
      const problem =
        'needs transaction_type, because a payment, a payout and a refund may have one reference';
      throw new GatewayError('invalidParams', { fields: [{ path: 'reference', problem }] });
    }
    const page = await listReversals(this.database, {
      merchant,
      kinds: query.kind === undefined ? undefined : readSome(query.kind),
      type: query.transaction_type,
      reference: query.reference,
      createdFrom: query.created_from === undefined ? undefined : readInstant(query.created_from),
      createdTo: query.created_to === undefined ? undefined : readInstant(query.created_to),
      after: query.after === undefined ? undefined : readReversalCursor(query.after),
      limit: readLimit(query.limit),
    }).catch(unavailable());
    return {
      reversals: page.reversals.map(describeReversal),
      next_after: page.nextAfter ? writeReversalCursor(page.nextAfter) : null,
    };
  }
}
