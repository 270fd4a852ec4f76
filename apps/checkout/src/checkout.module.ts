import { Module, type DynamicModule } from '@nestjs/common';
import { AssetsController } from './assets/assets.controller.js';
import { BrandController } from './brand/brand.controller.js';
import { CheckoutContext } from './checkout-context.js';
import { HealthController } from './health/health.controller.js';
import { PaymentPageController } from './payment-page/payment-page.controller.js';

@Module({})
export class CheckoutModule {
  static with(context: CheckoutContext): DynamicModule {
    return {
      module: CheckoutModule,
      controllers: [PaymentPageController, AssetsController, BrandController, HealthController],
      providers: [{ provide: CheckoutContext, useValue: context }],
    };
  }
}
