import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { rawBodyOf } from '../http/parameters.js';
import { ReceiveProviderCallback } from './receive-provider-callback.js';

@Controller('provider-callbacks')
export class ProviderCallbacksController {
  constructor(private readonly receiveProviderCallback: ReceiveProviderCallback) {}

  /** Contract §7: a provider tells us something. 200 means that it is kept. */
  @Post(':provider')
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest, @Param('provider') provider: string): Promise<object> {
    await this.receiveProviderCallback.receive(provider, {
      target: request.originalUrl,
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      rawBody: rawBodyOf(request),
    });
    return {};
  }
}
