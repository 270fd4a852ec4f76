import { Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnposted } from '#domain/transaction/state';
import { isFinal } from '#domain/transaction/status';
import { markOpened } from '#persistence/transactions/hosted-page';
import { CheckoutContext } from '../checkout-context.js';
import { readBrowser } from '../http/browser-cookie.js';
import { isProven } from '../http/form-proof.js';
import { createLinkLimits } from '../http/link-limits.js';
import { asksCard } from './asks-card.js';
import { cancelPage } from './cancel-page.js';
import { currentView } from './current-view.js';
import { findLinkedPayment } from './find-linked-payment.js';
import { isVisit } from './is-visit.js';
import { noteFaultyForm } from './note-faulty-form.js';
import { pageState, type PageState } from './page-state.js';
import { readCard } from './read-card.js';
import { pagePath, showPayment } from './show-payment.js';
import { submitPage } from './submit-page.js';
import { takesNoCard } from './takes-no-card.js';

/** The hosted payment page (contract §10). Replies are sent here, not returned: they are pages, not JSON. */
@Controller('p')
export class PaymentPageController {
  private readonly limits = createLinkLimits();

  constructor(@Inject(CheckoutContext) private readonly context: CheckoutContext) {}

  @Get(':token')
  async show(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const payment = await findLinkedPayment(this.context, token, this.limits.visit);
    if (isUnposted(payment) && isVisit(request)) {
      await markOpened(this.context.database, payment.identifier);
    }
    showPayment(this.context, { request, reply }, payment, 'page');
  }

  /** Where the provider sends the browser after its own page, also for H2H payments. */
  @Get(':token/return')
  async return(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const payment = await findLinkedPayment(this.context, token, this.limits.visit);
    showPayment(this.context, { request, reply }, payment, 'return');
  }

  /** One word for what the page would show now: the script of an open page asks, and loads it anew when it differs. */
  @Get(':token/status')
  async status(
    @Param('token') token: string,
    @Query('at') at: string | undefined,
  ): Promise<{ readonly state: PageState }> {
    const payment = await findLinkedPayment(this.context, token, this.limits.visit);
    return {
      state: pageState(
        currentView(this.context.configuration(), payment, at === 'return' ? 'return' : 'page'),
      ),
    };
  }

  /** A form that cannot be proven ours does nothing. Afterwards the browser gets the page anew, safe to reload. */
  @Post(':token')
  async post(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { context } = this;
    const payment = await findLinkedPayment(context, token, this.limits.post);
    const { identifier } = payment;
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const action = form.get('action');
    const posted = { browser: readBrowser(request.headers.cookie, context), proof: form.get('form') };
    if (!isProven(context.keyedHashes, identifier, posted) || (action !== 'pay' && action !== 'cancel')) {
      const problem = { name: 'notProven', status: 403 } as const;
      return showPayment(context, { request, reply }, payment, 'page', problem);
    }
    if (action === 'pay') {
      const tooMany = { name: 'tooManyCards', status: 429 } as const;
      if (takesNoCard(context.configuration(), payment)) {
        return showPayment(context, { request, reply }, payment, 'page', tooMany);
      }
      const reading = asksCard(payment) ? readCard(form, new Date()) : undefined;
      if (reading?.kind === 'faulty') {
        const noted = await noteFaultyForm(context, payment);
        const isStopped = takesNoCard(context.configuration(), noted);
        const problem = { name: 'cardNotAccepted', status: 200, faults: reading.faults } as const;
        return showPayment(context, { request, reply }, noted, 'page', isStopped ? tooMany : problem);
      }
      await submitPage(context, payment, { card: reading?.card, address: request.ip });
    }
    if (action === 'cancel') {
      const isHeard = await cancelPage(context, payment);
      const current = await findLinkedPayment(context, token);
      // What was sent already ends by the provider's word alone, which may take a while or never come.
      if (!isHeard || !isFinal(current.status)) {
        const problem = { name: 'notCancelled', status: 200 } as const;
        return showPayment(context, { request, reply }, current, 'page', problem);
      }
    }
    void reply.redirect(pagePath(context, identifier), 303);
  }
}
