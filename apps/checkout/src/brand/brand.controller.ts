import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import type { Configuration } from '#domain/configuration';
import { fileReply, type Reply } from '../http/reply.js';
import { InjectService } from '../services.module.js';
import { findBrandFile } from './brand-of.js';

/** Logos and colours of the projects, from the configuration. */
@Controller('brand')
export class BrandController {
  constructor(@InjectService('configuration') private readonly configuration: () => Configuration) {}

  @Get(':file')
  file(@Param('file') name: string): Reply {
    const file = findBrandFile(this.configuration(), `/brand/${name}`);
    if (file === undefined) throw new NotFoundException();
    return fileReply(file.content, file.mediaType);
  }
}
