import { Body, Controller, Get, Headers, Inject, Ip, Post, Query, Req, UseGuards } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { isAwaitingForm } from '#domain/transaction/state';
import type { Transaction } from '#domain/transaction/transaction';
import { Database } from '#persistence/database';
import { markOpened } from '#persistence/transactions/hosted-page';
import { Browsers } from '../http/browsers.js';
import { seeOther, type Reply } from '../http/reply.js';
import { choiceCookie, isLanguageChoice } from '../languages/language-choice.js';
import { IS_SECURE } from '../resources/resources.module.js';
import { LinkedPayment, PaymentLinkGuard } from './payment-link.js';
import { PostPage } from './post-page.js';
import { isVisit, ShowPayment } from './show-payment.js';
import type { PageState } from './view.js';

/** The hosted payment page (contract §10). */
@Controller('p')
@UseGuards(PaymentLinkGuard)
export class PaymentPageController {
  constructor(
    private readonly database: Database,
    private readonly browsers: Browsers,
    private readonly pages: ShowPayment,
    private readonly forms: PostPage,
    @Inject(IS_SECURE) private readonly isSecure: boolean,
  ) {}

  @Get(':token')
  async show(@LinkedPayment() payment: Transaction, @Req() request: FastifyRequest): Promise<Reply> {
    if (isAwaitingForm(payment) && isVisit(request)) await markOpened(this.database, payment.identifier);
    return this.pages.show(payment, 'page', request.headers);
  }

  /** The provider sends the browser here after its own page, also for H2H payments. */
  @Get(':token/return')
  return(@LinkedPayment() payment: Transaction, @Headers() headers: IncomingHttpHeaders): Reply {
    return this.pages.show(payment, 'return', headers);
  }

  /** Names what the page would show now. The script of an open page polls it, and reloads the page if it differs. */
  @Get(':token/status')
  status(
    @LinkedPayment() payment: Transaction,
    @Query('at') at: string | undefined,
  ): { readonly state: PageState } {
    return { state: this.pages.stateOf(payment, at === 'return' ? 'return' : 'page') };
  }

  /** The deadline of a voucher as a calendar file; a redirect to the page if it shows none. */
  @Get(':token/deadline.ics')
  deadline(@LinkedPayment() payment: Transaction, @Headers() headers: IncomingHttpHeaders): Reply {
    return this.pages.deadline(payment, headers) ?? seeOther(this.pages.pathOf(payment.identifier));
  }

  /** The customer chooses another language, without scripts, and is led back to the page. */
  @Get(':token/language')
  language(
    @LinkedPayment() { identifier }: Transaction,
    @Query('to') to: unknown,
    @Query('at') at: unknown,
  ): Reply {
    const path = this.pages.pathOf(identifier);
    const back = at === 'return' ? `${path}/return` : path;
    return isLanguageChoice(to)
      ? seeOther(back, { 'set-cookie': choiceCookie(to, this.isSecure) })
      : seeOther(back);
  }

  /** A form that is not proven to be ours changes nothing. Any other is followed by a page that is safe to reload. */
  @Post(':token')
  async post(
    @LinkedPayment() payment: Transaction,
    @Headers() headers: IncomingHttpHeaders,
    @Ip() address: string,
    @Body() body: unknown,
  ): Promise<Reply> {
    const { identifier } = payment;
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const action = form.get('action');
    const isOurs = this.browsers.isProven(identifier, headers.cookie, form.get('form'));
    if (!isOurs || (action !== 'pay' && action !== 'cancel')) {
      return this.pages.show(payment, 'page', headers, { name: 'notProven', status: 403 });
    }
    const refusal =
      action === 'pay' ? await this.forms.pay(payment, form, address) : await this.forms.cancel(payment);
    if (refusal === undefined) return seeOther(this.pages.pathOf(identifier));
    return this.pages.show(refusal.payment, 'page', headers, refusal.problem);
  }
}
