import { Controller, Get } from '@nestjs/common';
import { Database } from '#persistence/database';
import { watchReach } from '#runtime/watch-reach';
import { Reply } from '../http/reply.js';

@Controller('health')
export class HealthController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(database: Database) {
    this.reachesPostgres = watchReach(() => database.sql`select 1`);
  }

  /** The process is running. */
  @Get('live')
  live(): object {
    return { status: 'ok' };
  }

  /** Pages can be shown and posted. Temporal is not required: recovery catches up with what was posted. */
  @Get('ready')
  async ready(): Promise<Reply> {
    const postgres = await this.reachesPostgres();
    return new Reply({ status: postgres ? 'ok' : 'unavailable', postgres }, postgres ? 200 : 503);
  }
}
