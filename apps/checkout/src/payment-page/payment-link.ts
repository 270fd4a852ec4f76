import {
  GoneException,
  HttpException,
  Injectable,
  NotFoundException,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Configuration } from '#domain/configuration';
import type { Transaction } from '#domain/transaction/transaction';
import type { Database } from '#persistence/database';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { endedLongAgo } from '#persistence/transactions/hosted-page';
import { createTokenBuckets } from '#runtime/token-buckets';
import { InjectService } from '../services.module.js';

/** A page that is open in several tabs asks every few seconds; people press a button now and then. */
const visits = { atOnce: 300, perSecond: 20 } as const;
const posts = { atOnce: 100, perSecond: 1 } as const;

/**
 * Before Postgres is asked: 404 for every token we did not give out, an identifier among them, and 429 where one
 * payment's link was used too often.
 */
@Injectable()
export class PaymentLinkGuard implements CanActivate {
  private readonly mayVisit = createTokenBuckets(visits);
  private readonly mayPost = createTokenBuckets(posts);

  constructor(@InjectService('keyedHashes') private readonly keyedHashes: KeyedHashes) {}

  canActivate(context: ExecutionContext): boolean {
    const { method, params } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Params: { readonly token: string } }>>();
    const identifier = this.keyedHashes.readLinkToken(params.token);
    if (identifier === undefined) throw new NotFoundException();
    const mayUse = method === 'POST' ? this.mayPost : this.mayVisit;
    if (!mayUse(identifier, Date.now())) throw new HttpException('too often', 429);
    return true;
  }
}

/**
 * `@Param('token', LinkedPayment)`: the payment that a link leads to. Throws 404 where there is none, and 410 where it
 * has been over for `timing.ended_page`.
 */
@Injectable()
export class LinkedPayment implements PipeTransform<string, Promise<Transaction>> {
  constructor(
    @InjectService('database') private readonly database: Database,
    @InjectService('configuration') private readonly configuration: () => Configuration,
    @InjectService('keyedHashes') private readonly keyedHashes: KeyedHashes,
  ) {}

  async transform(token: string): Promise<Transaction> {
    const identifier = this.keyedHashes.readLinkToken(token);
    if (identifier === undefined) throw new NotFoundException();
    return this.find(identifier);
  }

  async find(identifier: string): Promise<Transaction> {
    const payment = await findByIdentifier(this.database, identifier);
    if (payment?.type !== 'payment') throw new NotFoundException();
    if (payment.finishedAt !== undefined) {
      const { projects, timing } = this.configuration();
      const { endedPageMs } = projects[payment.project]?.timing ?? timing;
      if (await endedLongAgo(this.database, identifier, endedPageMs)) throw new GoneException();
    }
    return payment;
  }
}
