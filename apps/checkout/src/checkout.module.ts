import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutContext } from './checkout-context.js';
import { HealthController } from './health/health.controller.js';
import { StylesheetController } from './html/stylesheet.controller.js';
import { PaymentPageController } from './payment-page/payment-page.controller.js';

@Module({})
export class CheckoutModule {
  static with(context: CheckoutContext): DynamicModule {
    return {
      module: CheckoutModule,
      controllers: [PaymentPageController, StylesheetController, HealthController],
      providers: [{ provide: CheckoutContext, useValue: context }],
    };
  }
}
