import type { IncomingHttpHeaders } from 'node:http';
import { Injectable, Inject } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { paymentPagePath } from '#contracts/payment-page-path';
import type { Configuration } from '#domain/configuration';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import type { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { brandOf } from '../brand/brand-of.js';
import { Browsers } from '../http/browsers.js';
import { pageReply, type Reply } from '../http/reply.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { languages } from '../languages/languages.js';
import type { Language, Problem } from '../languages/words.js';
import { InjectService } from '../services.module.js';
import type { CardFaults } from './card-form.js';
import { paymentPage } from './payment-page.js';
import { currentView, pageState, type PageState, type Place } from './view.js';

/** Why a posted form changed nothing, and the status of the page that says so. */
export type PageProblem = {
  readonly name: Problem;
  readonly status: number;
  readonly faults?: CardFaults;
};

/** Shows where a payment stands, in the language and to the browser that the headers name. */
@Injectable()
export class ShowPayment {
  constructor(
    @InjectService('configuration') private readonly configuration: () => Configuration,
    @InjectService('keyedHashes') private readonly keyedHashes: KeyedHashes,
    @Inject(Browsers) private readonly browsers: Browsers,
  ) {}

  show(payment: Transaction, place: Place, headers: IncomingHttpHeaders, problem?: PageProblem): Reply {
    const { identifier, locale } = payment;
    const configuration = this.configuration();
    const browser = this.browsers.recognise(headers.cookie);
    const [language, now] = [chooseLanguage(locale, headers['accept-language']), new Date()];
    const page = paymentPage({
      payment,
      brand: brandOf(configuration, payment),
      words: languages[language],
      locale: localeOf(payment, language),
      now,
      view: currentView(configuration, payment, place, now),
      place,
      path: this.pathOf(identifier),
      proof: this.browsers.proofFor(identifier, browser),
      problem: problem?.name,
      faults: problem?.faults,
    });
    const { setCookie } = browser;
    return pageReply(page, problem?.status, setCookie === undefined ? {} : { 'set-cookie': setCookie });
  }

  /** What the page would show now, in one word. */
  stateOf(payment: Transaction, place: Place): PageState {
    return pageState(currentView(this.configuration(), payment, place));
  }

  pathOf(identifier: string): string {
    return paymentPagePath(this.keyedHashes.linkToken(identifier));
  }
}

/** A customer who opens the page; not a look at its headers, nor a browser that fetches it in advance. */
export function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'];
  return method === 'GET' && !String(purpose ?? '').startsWith('prefetch');
}

/** `es-MX`: in the same language Mexico writes 1,250.00 and Uruguay 1.250,00. Without a country the language alone. */
export function localeOf(
  { type, style, method }: Pick<Transaction, 'type' | 'style' | 'method'>,
  language: Language,
): string {
  const { country } = methodOf(type, style, method);
  return country === undefined ? language : `${language}-${country}`;
}
