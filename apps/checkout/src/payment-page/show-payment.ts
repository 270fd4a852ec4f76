import { paymentPagePath } from '#contracts/payment-page-path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '#domain/transaction/transaction';
import { brandOf } from '../brand/brand-of.js';
import type { CheckoutContext } from '../checkout-context.js';
import { browserCookie, newBrowser, readBrowser } from '../http/browser-cookie.js';
import { sendPage } from '../http/send-page.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { languages } from '../languages/languages.js';
import type { Problem } from '../languages/words.js';
import type { Place } from './choose-view.js';
import { currentView } from './current-view.js';
import { localeOf } from './locale-of.js';
import { paymentPage } from './payment-page.js';
import type { CardFaults } from './read-card.js';

export type PageProblem = {
  readonly name: Problem;
  readonly status: number;
  readonly faults?: CardFaults;
};

/** Shows where a payment stands; `problem` says why a posted form changed nothing, with its status. */
export function showPayment(
  context: CheckoutContext,
  http: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  payment: Transaction,
  place: Place,
  problem?: PageProblem,
): void {
  const { keyedHashes, isSecure, configuration } = context;
  const { headers } = http.request;
  const { identifier, locale } = payment;
  const known = readBrowser(headers.cookie, { isSecure });
  const browser = known ?? newBrowser();
  if (!known) void http.reply.header('set-cookie', browserCookie(browser, { isSecure }));
  const [language, now] = [chooseLanguage(locale, headers['accept-language']), new Date()];
  const page = paymentPage({
    payment,
    brand: brandOf(configuration(), payment),
    words: languages[language],
    locale: localeOf(payment, language),
    now,
    view: currentView(configuration(), payment, place, now),
    place,
    path: pagePath(context, identifier),
    proof: keyedHashes.form(identifier, browser),
    problem: problem?.name,
    faults: problem?.faults,
  });
  sendPage(http.reply, page, problem?.status);
}

export function pagePath({ keyedHashes }: Pick<CheckoutContext, 'keyedHashes'>, identifier: string): string {
  return paymentPagePath(keyedHashes.linkToken(identifier));
}
