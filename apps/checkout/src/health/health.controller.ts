import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CheckoutContext } from '../checkout-context.js';

@Controller('health')
export class HealthController {
  constructor(@Inject(CheckoutContext) private readonly context: CheckoutContext) {}

  /** The process answers. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** Pages can be shown and postings recorded. Temporal is no condition: the sweep catches up with what was posted. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const postgres = await this.context.database.sql`select 1`.then(
      () => true,
      () => false,
    );
    if (!postgres) void reply.code(503);
    return { status: postgres ? 'ok' : 'unavailable', postgres };
  }
}
