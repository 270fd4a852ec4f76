import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database } from '#persistence/database';
import { watchReach } from '#runtime/watch-reach';
import { assets } from '../pages/assets.js';

/** Public files: they say nothing about any transaction. */
@Controller()
export class PublicController {
  private readonly reachesPostgres: () => Promise<boolean>;

  constructor(database: Database) {
    this.reachesPostgres = watchReach(() => database.sql`select 1`);
  }

  /** The process is running. */
  @Get('health/live')
  live(): object {
    return { status: 'ok' };
  }

  /** Pages can be shown. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const postgres = await this.reachesPostgres();
    void reply.code(postgres ? 200 : 503);
    return { status: postgres ? 'ok' : 'unavailable', postgres };
  }

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const asset = Object.values(assets).find(({ path }) => path === `/assets/${file}`);
    if (asset === undefined) throw new NotFoundException();
    void reply.headers({
      'content-type': asset.mediaType,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    return asset.content;
  }
}
