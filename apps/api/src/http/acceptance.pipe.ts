import type { PipeTransform } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
import type { TransactionType } from '#domain/transaction/status';
import type { ParsedObject } from './parse-body.js';

/** A body as it was sent, and the request it was read as. */
export type Accepted<Request> = { readonly body: ParsedObject; readonly request: Request };

/**
 * Turns a body into a request, in the order of checks of contract §3, which merchants rely on. Before this pipe: 413 →
 * signature → merchant → 429 (hooks on the raw bytes, before Nest) → 404, 405 (routing) → 415, body syntax
 * (`@JsonBody()`). Here: an empty body, then the first stage of `accept` that finds something: 31 → 30 → 1054, 1051.
 * After it, in the use case: the duplicate table, then everything that depends on the configuration.
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
  payment: emptyFields,
  payout: () => new GatewayError('requestNull'),
  refund: emptyFields,
};

function emptyFields(): GatewayError {
  return new GatewayError('requiredFieldsMissing', { description: 'The body is empty' });
}
