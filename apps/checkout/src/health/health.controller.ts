import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { watchReach } from '#runtime/watch-reach';
import { CheckoutContext } from '../checkout-context.js';

@Controller('health')
export class HealthController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(@Inject(CheckoutContext) context: CheckoutContext) {
    this.reachesPostgres = watchReach(() => context.database.sql`select 1`);
  }

  /** The process answers. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** Pages can be shown and postings recorded. Temporal is no condition: the sweep catches up with what was posted. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const postgres = await this.reachesPostgres();
    if (!postgres) void reply.code(503);
    return { status: postgres ? 'ok' : 'unavailable', postgres };
  }
}
