import { Controller, Get, Inject, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { lastingHeaders } from '../assets/lasting-headers.js';
import { CheckoutContext } from '../checkout-context.js';
import { findBrandFile } from './brand-of.js';

/** Logos and colours of the projects, from the configuration. */
@Controller('brand')
export class BrandController {
  constructor(@Inject(CheckoutContext) private readonly context: CheckoutContext) {}

  @Get(':file')
  file(@Param('file') name: string, @Res() reply: FastifyReply): void {
    const file = findBrandFile(this.context.configuration(), `/brand/${name}`);
    if (file === undefined) throw new NotFoundException();
    void reply.headers(lastingHeaders).type(file.mediaType).send(file.content);
  }
}
