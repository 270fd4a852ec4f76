import {
  createParamDecorator,
  GoneException,
  HttpException,
  Injectable,
  NotFoundException,
  type CanActivate,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from '#domain/transaction/transaction';
import { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { Database } from '#persistence/database';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { findByIdentifier } from '#persistence/transactions/find-transaction';
import { endedLongAgo } from '#persistence/transactions/hosted-page';
import { createTokenBuckets } from '#runtime/token-buckets';

/** A page that is open in several tabs asks every few seconds; people press a button now and then. */
const visits = { atOnce: 300, perSecond: 20 } as const;
const posts = { atOnce: 100, perSecond: 1 } as const;

type LinkRequest = FastifyRequest<{ Params: { readonly token: string } }> & {
  /** Identifier of the payment, which the guard has read from the link. */
  linkedIdentifier?: string;
};

/**
 * Reads the token of a link, before Postgres is asked: 404 for every token that we did not issue, a plain identifier
 * among them, and 429 if one payment's link is used too often.
 */
@Injectable()
export class PaymentLinkGuard implements CanActivate {
  private readonly mayVisit = createTokenBuckets(visits);
  private readonly mayPost = createTokenBuckets(posts);

  constructor(private readonly keyedHashes: KeyedHashes) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<LinkRequest>();
    const identifier = this.keyedHashes.readLinkToken(request.params.token);
    if (identifier === undefined) throw new NotFoundException();
    const mayUse = request.method === 'POST' ? this.mayPost : this.mayVisit;
    if (!mayUse(identifier, Date.now())) throw new HttpException('too often', 429);
    request.linkedIdentifier = identifier;
    return true;
  }
}

/** Finds the payment of a link. Throws 404 if no payment matches, and 410 once it has been over for `timing.ended_page`. */
@Injectable()
export class FindPayment implements PipeTransform<string, Promise<Transaction>> {
  constructor(
    private readonly database: Database,
    private readonly configuration: WatchedConfiguration,
  ) {}

  async transform(identifier: string): Promise<Transaction> {
    const payment = await findByIdentifier(this.database, identifier);
    if (payment?.type !== 'payment') throw new NotFoundException();
    if (payment.finishedAt !== undefined) {
      const { projects, timing } = this.configuration.current();
      const { endedPageMs } = projects[payment.project]?.timing ?? timing;
      if (await endedLongAgo(this.database, identifier, endedPageMs)) throw new GoneException();
    }
    return payment;
  }
}

const linkedIdentifier = createParamDecorator((_data: unknown, context: ExecutionContext): string => {
  const { linkedIdentifier: identifier } = context.switchToHttp().getRequest<LinkRequest>();
  if (identifier === undefined) throw new Error('a handler behind PaymentLinkGuard has an identifier');
  return identifier;
});

/** `@LinkedPayment()`: the payment that the link leads to, in a controller behind `PaymentLinkGuard`. */
export const LinkedPayment = (): ParameterDecorator => linkedIdentifier(FindPayment);
