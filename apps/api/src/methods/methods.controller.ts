import { Controller, Get } from '@nestjs/common';
import type { methodList } from '#domain/wire/methods';
import type { ValueOf } from '#domain/wire/schema';
import { Caller } from '../http/parameters.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { describeMethod } from './describe-method.js';
import { usableMethods } from './usable-methods.js';

@Controller('v2/methods')
export class MethodsController {
  constructor(private readonly configuration: CurrentConfiguration) {}

  /** Contract §7: the methods that the calling project can use, as data. */
  @Get()
  list(@Caller() { project }: Caller): ValueOf<typeof methodList> {
    const methods = usableMethods(this.configuration.current(), project);
    return { methods: methods.map(describeMethod), timestamp: new Date().toISOString() };
  }
}
