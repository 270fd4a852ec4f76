import { Module, type DynamicModule } from '@nestjs/common';
import { ApiContext } from './api-context.js';
import { BalanceController } from './balance/balance.controller.js';
import { BanksController } from './banks/banks.controller.js';
import { CallbacksController } from './callbacks/callbacks.controller.js';
import { EventsController } from './events/events.controller.js';
import { HealthController } from './health/health.controller.js';
import { MethodsController } from './methods/methods.controller.js';
import { PaymentsController } from './payments/payments.controller.js';
import { PayoutsController } from './payouts/payouts.controller.js';
import { ProviderCallbacksController } from './provider-callbacks/provider-callbacks.controller.js';
import { RoutingController } from './routing/routing.controller.js';

export const controllers = [
  PaymentsController,
  PayoutsController,
  BanksController,
  BalanceController,
  EventsController,
  CallbacksController,
  MethodsController,
  RoutingController,
  ProviderCallbacksController,
  HealthController,
] as const;

@Module({})
export class ApiModule {
  static with(context: ApiContext): DynamicModule {
    return {
      module: ApiModule,
      controllers: [...controllers],
      providers: [{ provide: ApiContext, useValue: context }],
    };
  }
}
