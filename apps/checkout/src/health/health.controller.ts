import { Controller, Get } from '@nestjs/common';
import type { Database } from '#persistence/database';
import { watchReach } from '#runtime/watch-reach';
import { Reply } from '../http/reply.js';
import { InjectService } from '../services.module.js';

@Controller('health')
export class HealthController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(@InjectService('database') database: Database) {
    this.reachesPostgres = watchReach(() => database.sql`select 1`);
  }

  /** The process answers. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** Pages can be shown and postings recorded. Temporal is no condition: recovery catches up with what was posted. */
  @Get('ready')
  async ready(): Promise<Reply> {
    const postgres = await this.reachesPostgres();
    return new Reply({ status: postgres ? 'ok' : 'unavailable', postgres }, postgres ? 200 : 503);
  }
}
