import { Module, type DynamicModule } from '@nestjs/common';
import { BalanceModule } from './balance/balance.module.js';
import { BanksModule } from './banks/banks.module.js';
import { CallbacksModule } from './callbacks/callbacks.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { MethodsModule } from './methods/methods.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PayoutsModule } from './payouts/payouts.module.js';
import { ProviderCallbacksModule } from './provider-callbacks/provider-callbacks.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { ResourcesModule, type Resources } from './resources/resources.module.js';
import { ReversalsModule } from './reversals/reversals.module.js';
import { RoutingModule } from './routing/routing.module.js';
import { TransactionsModule } from './transactions/transactions.module.js';

/** The modules with endpoints, one per subject. */
export const featureModules = [
  PaymentsModule,
  PayoutsModule,
  RefundsModule,
  ReversalsModule,
  TransactionsModule,
  BanksModule,
  BalanceModule,
  ReportsModule,
  EventsModule,
  CallbacksModule,
  MethodsModule,
  RoutingModule,
  ProviderCallbacksModule,
  HealthModule,
];

@Module({})
export class ApiModule {
  static with(resources: Resources): DynamicModule {
    return { module: ApiModule, imports: [ResourcesModule.of(resources), ...featureModules] };
  }
}
