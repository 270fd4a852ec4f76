import { Module } from '@nestjs/common';
import { Browsers } from '../http/browsers.js';
import { FindPayment } from './payment-link.js';
import { PaymentPageController } from './payment-page.controller.js';
import { PaymentWorkflow } from './payment-workflow.js';
import { PostedCards, Postings, PostPage } from './post-page.js';
import { ShowPayment } from './show-payment.js';

@Module({
  controllers: [PaymentPageController],
  providers: [Browsers, FindPayment, PaymentWorkflow, PostedCards, Postings, PostPage, ShowPayment],
})
export class PaymentPageModule {}
