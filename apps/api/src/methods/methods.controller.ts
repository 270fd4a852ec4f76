import { Controller, Get } from '@nestjs/common';
import { Caller } from '../http/parameters.js';
import { CurrentConfiguration } from '../resources/resources.js';
import { describeMethod } from './describe-method.js';
import { usableMethods } from './usable-methods.js';

@Controller('v2/methods')
export class MethodsController {
  constructor(private readonly configuration: CurrentConfiguration) {}

  /** Contract §7: the catalogue as data, as far as the calling project can use it. */
  @Get()
  list(@Caller() { project }: Caller): object {
    const methods = usableMethods(this.configuration.current(), project);
    return { methods: methods.map(describeMethod), timestamp: new Date().toISOString() };
  }
}
