import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { countOpenWork } from '#persistence/transactions/count-open-work';
import { ApiContext } from '../api-context.js';
import { listCircuits } from './list-circuits.js';

@Controller('metrics')
export class MetricsController {
  constructor(private readonly context: ApiContext) {}

  /** Contract §7: for a monitoring system, unsigned. What is out of reach is left out, the rest is told. */
  @Get()
  async render(@Res() reply: FastifyReply): Promise<void> {
    const { metrics, database, configuration, circuits } = this.context;
    const work = await countOpenWork(database).catch(() => undefined);
    const standings = listCircuits(configuration(), circuits.openMids());
    void reply.header('content-type', metrics.contentType).send(await metrics.render(work, standings));
  }
}
