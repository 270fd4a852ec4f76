import { Controller, Get } from '@nestjs/common';
import { Database } from '#persistence/database';
import { watchReach } from '#runtime/watch-reach';
import { Answer } from '../http/lossless-json.interceptor.js';
import { TemporalReach } from '../resources/temporal-reach.js';

@Controller('health')
export class HealthController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(
    database: Database,
    private readonly temporalReach: TemporalReach,
  ) {
    this.reachesPostgres = watchReach(() => database.sql`select 1`);
  }

  /** The process is running. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** The process can take payments: it reaches Postgres and Temporal. */
  @Get('ready')
  async ready(): Promise<Answer> {
    const postgres = await this.reachesPostgres();
    const temporal = this.temporalReach.isReachable();
    const isReady = postgres && temporal;
    return new Answer(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', postgres, temporal });
  }
}
