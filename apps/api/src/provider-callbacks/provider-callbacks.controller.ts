import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { rawBodyOf } from '../http/parameters.js';
import { receiveProviderCallback } from './receive-provider-callback.js';

@Controller('provider-callbacks')
export class ProviderCallbacksController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: a provider tells us something. 200 means that it is kept. */
  @Post(':provider')
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest, @Param('provider') provider: string): Promise<object> {
    await receiveProviderCallback(this.context, provider, {
      target: request.originalUrl,
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      rawBody: rawBodyOf(request),
    });
    return {};
  }
}
