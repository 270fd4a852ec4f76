import { Module, type DynamicModule } from '@nestjs/common';
import { ApiContext } from './api-context.js';
import { HealthController } from './health/health.controller.js';
import { MethodsController } from './methods/methods.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { ProviderCallbacksController } from './provider-callbacks/provider-callbacks.controller.js';

@Module({})
export class ApiModule {
  static with(context: ApiContext): DynamicModule {
    return {
      module: ApiModule,
      controllers: [PaymentsController, MethodsController, ProviderCallbacksController, HealthController],
      providers: [{ provide: ApiContext, useValue: context }],
    };
  }
}
