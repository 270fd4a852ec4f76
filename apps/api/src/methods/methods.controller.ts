import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiContext } from '../api-context.js';
import { callerOf } from '../http/authenticate.js';
import { sendJson } from '../http/send-json.js';
import { describeMethod } from './describe-method.js';
import { usableMethods } from './usable-methods.js';

@Controller('v2/methods')
export class MethodsController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: the catalogue as data, as far as the calling project can use it. */
  @Get()
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const methods = usableMethods(this.context.configuration(), callerOf(request).project);
    sendJson(reply, { methods: methods.map(describeMethod), timestamp: new Date().toISOString() });
  }
}
