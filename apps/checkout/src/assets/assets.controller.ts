import { Controller, Get, Headers, NotFoundException, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { assetFiles } from './asset-files.js';
import { lastingHeaders } from './lasting-headers.js';

/** Stylesheet, script and icon: the same for all pages, compressed where the browser takes it. */
@Controller('assets')
export class AssetsController {
  @Get(':file')
  file(
    @Param('file') name: string,
    @Headers('accept-encoding') accepted: string | undefined,
    @Res() reply: FastifyReply,
  ): void {
    const asset = Object.values(assetFiles).find(({ path }) => path === `/assets/${name}`);
    if (asset === undefined) throw new NotFoundException();
    void reply.headers(lastingHeaders).header('vary', 'accept-encoding').type(asset.mediaType);
    if (!/\bgzip\b/.test(accepted ?? '')) return void reply.send(asset.content);
    void reply.header('content-encoding', 'gzip').send(asset.compressed);
  }
}
