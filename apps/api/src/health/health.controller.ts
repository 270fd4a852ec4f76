import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { watchReach } from '#runtime/watch-reach';
import { ApiContext } from '../api-context.js';

@Controller('health')
export class HealthController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(private readonly context: ApiContext) {
    this.reachesPostgres = watchReach(() => context.database.sql`select 1`);
  }

  /** The process answers. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** The process can register and start payments: it reaches Postgres and Temporal. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const postgres = await this.reachesPostgres();
    const temporal = this.context.temporalReach.isReachable();
    if (!postgres || !temporal) void reply.code(503);
    return { status: postgres && temporal ? 'ok' : 'unavailable', postgres, temporal };
  }
}
