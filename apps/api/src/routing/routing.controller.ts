import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { TransactionRequest } from '#domain/transaction/request';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Caller, JsonBody } from '../http/parameters.js';
import { acceptEither, ExplainRequest, type ExplainResponse } from './explain-request.js';

@Controller('v2/routing')
export class RoutingController {
  constructor(private readonly explainRequest: ExplainRequest) {}

  /** Contract §7: the way a create request would go. Nothing is registered. A missing body is a payment's. */
  @Post('explain')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  explain(
    @Caller() caller: Caller,
    @JsonBody(new AcceptancePipe('payment', acceptEither)) { request }: Accepted<TransactionRequest>,
  ): Promise<ExplainResponse> {
    return this.explainRequest.explain(caller, request);
  }
}
