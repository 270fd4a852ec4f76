import { Controller, HttpCode, Post } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import type { explanation } from '#domain/wire/routing';
import type { ValueOf } from '#domain/wire/schema';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { Caller, JsonBody } from '../http/parameters.js';
import { acceptEither, ExplainRequest } from './explain-request.js';

@Controller('v2/routing')
export class RoutingController {
  constructor(private readonly explainRequest: ExplainRequest) {}

  /** Contract §7: the route that a create request would take. Nothing is registered. A missing body counts as a payment's. */
  @Post('explain')
  @HttpCode(200)
  explain(
    @Caller() caller: Caller,
    @JsonBody(new AcceptancePipe('payment', acceptEither)) { request }: Accepted<TransactionRequest>,
  ): Promise<ValueOf<typeof explanation>> {
    return this.explainRequest.explain(caller, request);
  }
}
