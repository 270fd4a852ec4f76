import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { fileReply, type Reply } from '../http/reply.js';
import { findBrandFile } from './brand-of.js';

/** Serves the logos, marks and colours of the projects, from the configuration. */
@Controller('brand')
export class BrandController {
  constructor(private readonly configuration: WatchedConfiguration) {}

  @Get(':file')
  file(@Param('file') name: string): Reply {
    const file = findBrandFile(this.configuration.current(), `/brand/${name}`);
    if (file === undefined) throw new NotFoundException();
    return fileReply(file.content, file.mediaType);
  }
}
