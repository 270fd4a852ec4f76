import { Controller, Get } from '@nestjs/common';
import type { live, ready } from '#domain/wire/health';
import type { ValueOf } from '#domain/wire/schema';
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
  live(): ValueOf<typeof live> {
    return { status: 'ok' };
  }

  /** The process can take payments: it reaches Postgres and Temporal. */
  @Get('ready')
  async ready(): Promise<Answer<ValueOf<(typeof ready)[200 | 503]>>> {
    const postgres = await this.reachesPostgres();
    const temporal = this.temporalReach.isReachable();
    return postgres && temporal
      ? new Answer(200, { status: 'ok', postgres, temporal })
      : new Answer(503, { status: 'unavailable', postgres, temporal });
  }
}
