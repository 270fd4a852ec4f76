import { Controller, Get, Header } from '@nestjs/common';
import { stylesheet, stylesheetPath } from './stylesheet.js';

/** The one stylesheet of all pages. */
@Controller()
export class StylesheetController {
  @Get(stylesheetPath)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  stylesheet(): string {
    return stylesheet;
  }
}
