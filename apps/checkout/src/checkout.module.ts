import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { AssetsModule } from './assets/assets.module.js';
import { BrandModule } from './brand/brand.module.js';
import { HealthModule } from './health/health.module.js';
import { FailureFilter } from './http/failure-filter.js';
import { ReplyInterceptor } from './http/reply.js';
import { PaymentPageModule } from './payment-page/payment-page.module.js';
import { ResourcesModule, type Resources } from './resources/resources.module.js';

@Module({
  imports: [PaymentPageModule, AssetsModule, BrandModule, HealthModule],
  providers: [
    { provide: APP_FILTER, useClass: FailureFilter },
    { provide: APP_INTERCEPTOR, useClass: ReplyInterceptor },
  ],
})
export class CheckoutModule {
  static with(resources: Resources): DynamicModule {
    return { module: CheckoutModule, imports: [ResourcesModule.of(resources)] };
  }
}
