import { Inject, Injectable } from '@nestjs/common';
import { describeTransaction } from '#domain/transaction/record';
import { GatewayError } from '#domain/errors/gateway-error';
import { methodOf } from '#domain/methods/find-method';
import { isFinal, type TransactionType } from '#domain/transaction/status';
import type { Database } from '#persistence/database';
import { findRecord, type TransactionRecord } from '#persistence/transactions/find-transaction';
import { isReference } from '../http/constraints.js';
import type { Caller } from '../http/parameters.js';
import { DATABASE } from '../resources/resources.js';
import { challengeResponse, Challenges } from './challenges.js';
import { StatusWatch } from './status-watch.js';

/** Contract §7: `wait` is a whole number of seconds up to this. */
const waitSecondsMax = 30;

/** The check endpoint (contract §7). */
@Injectable()
export class CheckTransaction {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly statusWatch: StatusWatch,
    private readonly challenges: Challenges,
  ) {}

  /** The full record of a transaction (contract §8); with `wait`, held until its status changes. */
  async check(
    { merchant }: Caller,
    { type, reference }: { readonly type: TransactionType; readonly reference: string },
    wait: string | string[] | undefined,
  ): Promise<Readonly<Record<string, unknown>>> {
    const waitSeconds = readWait(wait);
    // No transaction can have it, and not every such text is one that Postgres takes.
    if (!isReference(reference)) throw new GatewayError('resourceNotFound');
    const find = async () => {
      const record = await findRecord(this.database, { merchant, type, reference }).catch(() => {
        throw new GatewayError('unavailable', { reference });
      });
      if (!record) throw new GatewayError('resourceNotFound', { reference });
      return record;
    };
    const first = await find();
    const { identifier, status } = first.transaction;
    if (waitSeconds === 0 || isFinal(status)) return this.describe(first);
    const deadline = Date.now() + waitSeconds * 1_000;
    await this.statusWatch.until(identifier, (seen) => seen.status !== status, deadline);
    return this.describe(await find());
  }

  private describe({ transaction, history, callback }: TransactionRecord): Readonly<Record<string, unknown>> {
    const { billing, style, identifier } = transaction;
    const challenge = this.challenges.openOf(transaction);
    const row = methodOf(transaction.type, style, transaction.method);
    return {
      ...describeTransaction(transaction, new Date()),
      billing_amount: billing.amount,
      billing_currency: billing.currency,
      provider: transaction.provider,
      challenge: challenge && challengeResponse(challenge, row.challengeTypeTwice === true),
      redirect_url: style === 'hpp' ? this.challenges.hostedPageUrl(identifier) : undefined,
      history,
      callback: callback ?? { state: 'none', attempts: 0, next_attempt: null },
    };
  }
}

function readWait(wait: string | string[] | undefined): number {
  if (wait === undefined || wait === '') return 0;
  const seconds = typeof wait === 'string' && /^\d{1,2}$/.test(wait) ? Number(wait) : Number.NaN;
  if (seconds <= waitSecondsMax) return seconds;
  const problem = `must be a whole number of seconds from 0 to ${waitSecondsMax}`;
  throw new GatewayError('invalidParams', { fields: [{ path: 'wait', problem }] });
}
