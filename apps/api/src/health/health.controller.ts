import { Controller, Get } from '@nestjs/common';
import { watchReach } from '#runtime/watch-reach';
import { ApiContext } from '../api-context.js';
import { Answer } from '../http/lossless-json.interceptor.js';

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
  async ready(): Promise<Answer> {
    const postgres = await this.reachesPostgres();
    const temporal = this.context.temporalReach.isReachable();
    const isReady = postgres && temporal;
    return new Answer(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', postgres, temporal });
  }
}
