import type { PipeTransform } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionType } from '#domain/transaction/status';
import type { ParsedObject } from './parse-body.js';

/** A body as it was sent, with what was read from it. */
export type Accepted<Request> = { readonly body: ParsedObject; readonly request: Request };

/**
 * Turns a body into a request, in the order of checks of contract §3, which is part of what merchants rely on. Around
 * this pipe: 413 → signature → merchant → 429 (raw-byte hooks, before Nest) → 404, 405 (routing) → 415
 * (`JsonContentGuard`) → body syntax (`@JsonBody()`). Here: an empty body, then what `accept` finds, one stage at a time:
 * 31 → 30 → 1054, 1051. After it, in the use case: the duplicate table, then all that depends on the configuration.
 */
export class AcceptancePipe<Request> implements PipeTransform<ParsedObject | undefined, Accepted<Request>> {
  constructor(
    private readonly type: TransactionType,
    private readonly accept: (body: ParsedObject) => Request,
  ) {}

  transform(body: ParsedObject | undefined): Accepted<Request> {
    if (body === undefined) throw emptyBody[this.type]();
    return { body, request: this.accept(body) };
  }
}

const emptyBody: Readonly<Record<TransactionType, () => GatewayError>> = {
  payment: () => new GatewayError('requiredFieldsMissing', { description: 'The body is empty' }),
  payout: () => new GatewayError('requestNull'),
};
