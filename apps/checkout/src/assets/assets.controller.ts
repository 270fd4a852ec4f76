import { Controller, Get, Headers, NotFoundException, Param } from '@nestjs/common';
import { fileReply, type Reply } from '../http/reply.js';
import { assetFiles } from './asset-files.js';

/** Serves stylesheet, scripts and icon: the same for all pages, compressed if the browser accepts it. */
@Controller('assets')
export class AssetsController {
  @Get(':file')
  file(@Param('file') name: string, @Headers('accept-encoding') accepted: string | undefined): Reply {
    const asset = Object.values(assetFiles).find(({ path }) => path === `/assets/${name}`);
    if (asset === undefined) throw new NotFoundException();
    const { mediaType, content, compressed } = asset;
    const vary = { vary: 'accept-encoding' };
    if (!/\bgzip\b/.test(accepted ?? '')) return fileReply(content, mediaType, vary);
    return fileReply(compressed, mediaType, { ...vary, 'content-encoding': 'gzip' });
  }
}
