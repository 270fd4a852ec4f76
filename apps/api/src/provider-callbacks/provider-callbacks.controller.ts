import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { keptCallback } from '#domain/wire/callbacks';
import type { ValueOf } from '#domain/wire/schema';
import { noteAnswer } from '../http/note-answer.js';
import { rawBodyOf } from '../http/parameters.js';
import { ReceiveProviderCallback } from './receive-provider-callback.js';

@Controller('provider-callbacks')
export class ProviderCallbacksController {
  constructor(private readonly receiveProviderCallback: ReceiveProviderCallback) {}

  /** Contract §7: a provider's callback. 200 means that it is stored. */
  @Post(':provider')
  @HttpCode(200)
  async receive(
    @Req() request: FastifyRequest,
    @Param('provider') provider: string,
  ): Promise<ValueOf<typeof keptCallback>> {
    const callback = {
      target: request.originalUrl,
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      rawBody: rawBodyOf(request),
    };
    const transaction = await this.receiveProviderCallback.receive(provider, callback, request.ip);
    request.traceparent = transaction?.traceparent ?? undefined;
    noteAnswer(request, { identifier: transaction?.identifier, reference: transaction?.reference });
    return {};
  }
}
