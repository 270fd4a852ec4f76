import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiContext } from '../api-context.js';
import { AcceptancePipe, type Accepted } from '../http/acceptance.pipe.js';
import { JsonContentGuard } from '../http/json-content.guard.js';
import { Call, JsonBody } from '../http/parameters.js';
import { acceptTransferDetails, type AcceptedDetails } from './accept-transfer-details.js';
import { submitTransferDetails } from './submit-transfer-details.js';

@Controller('v2/payment/challenge')
export class ChallengesController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: transfer details of a Mexico payment. 200 with an empty body means that they are kept. */
  @Post('bank-transfer-mexico')
  @HttpCode(200)
  @UseGuards(JsonContentGuard)
  bankTransferMexico(
    @Call() call: Call,
    @JsonBody(new AcceptancePipe('payment', acceptTransferDetails)) { request }: Accepted<AcceptedDetails>,
  ): Promise<void> {
    return submitTransferDetails(this.context, call, request);
  }
}
