import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { paymentPagePath } from '#contracts/payment-page-path';
import { WatchedConfiguration } from '#persistence/configuration/watch-configuration';
import { methodOf } from '#domain/methods/find-method';
import type { Transaction } from '#domain/transaction/transaction';
import { KeyedHashes } from '#persistence/secrets/keyed-hashes';
import { brandOf } from '../brand/brand-of.js';
import { Browsers } from '../http/browsers.js';
import { pageReply, Reply } from '../http/reply.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { chosenLanguage } from '../languages/language-choice.js';
import { languages } from '../languages/languages.js';
import type { Language, Problem } from '../languages/words.js';
import { IS_TEST_MODE } from '../resources/resources.module.js';
import type { CardFaults } from './read-card.js';
import { deadlineFile } from './deadline-file.js';
import type { PageContent } from './page-content.js';
import { paymentPage } from './payment-page.js';
import { currentView, pageState, type PageState, type Place } from './view.js';

/** Why a posted form changed nothing, and the HTTP status of the page that says so. */
export type PageProblem = {
  readonly name: Problem;
  readonly status: number;
  readonly faults?: CardFaults;
};

type Showing = {
  readonly payment: Transaction;
  readonly place: Place;
  readonly headers: IncomingHttpHeaders;
  readonly browser: ReturnType<Browsers['recognise']>;
  readonly problem?: PageProblem | undefined;
};

/** Renders the current state of a payment, in the language and for the browser of the request headers. */
@Injectable()
export class ShowPayment {
  constructor(
    private readonly configuration: WatchedConfiguration,
    private readonly keyedHashes: KeyedHashes,
    private readonly browsers: Browsers,
    @Inject(IS_TEST_MODE) private readonly isTestMode: boolean,
  ) {}

  show(payment: Transaction, place: Place, headers: IncomingHttpHeaders, problem?: PageProblem): Reply {
    const browser = this.browsers.recognise(headers.cookie);
    const { setCookie } = browser;
    const page = paymentPage(this.contentOf({ payment, place, headers, browser, problem }));
    return pageReply(page, problem?.status, setCookie === undefined ? {} : { 'set-cookie': setCookie });
  }

  /** The deadline of what is paid later and elsewhere, for a calendar. Undefined if the page shows none. */
  deadline(payment: Transaction, headers: IncomingHttpHeaders): Reply | undefined {
    const browser = this.browsers.recognise(headers.cookie);
    const file = deadlineFile(this.contentOf({ payment, place: 'page', headers, browser }));
    if (file === undefined) return undefined;
    return new Reply(file, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="payment.ics"',
    });
  }

  private contentOf({ payment, place, headers, browser, problem }: Showing): PageContent {
    const { identifier, type, style, method, locale } = payment;
    const configuration = this.configuration.current();
    const { country } = methodOf(type, style, method);
    const [language, now] = [
      chooseLanguage(chosenLanguage(headers.cookie) ?? locale, headers['accept-language'], country),
      new Date(),
    ];
    return {
      payment,
      brand: brandOf(configuration, payment),
      words: languages[language],
      isTestMode: this.isTestMode,
      locale: localeOf(language, country),
      now,
      view: currentView(configuration, payment, place, now),
      place,
      path: this.pathOf(identifier),
      proof: this.browsers.proofFor(identifier, browser),
      isVisited: !isInAdvance(headers) && problem === undefined,
      problem: problem?.name,
      faults: problem?.faults,
    };
  }

  /** Names what the page would show now. */
  stateOf(payment: Transaction, place: Place): PageState {
    return pageState(currentView(this.configuration.current(), payment, place));
  }

  pathOf(identifier: string): string {
    return paymentPagePath(this.keyedHashes.linkToken(identifier));
  }
}

/** Whether a customer opens the page: not a HEAD request, not in advance. */
export function isVisit({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && !isInAdvance(headers);
}

/** Whether a browser fetches the page before anybody wants it: a prefetch, a prerender, a preview. */
function isInAdvance(headers: IncomingHttpHeaders): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) =>
    String(headers[name] ?? ''),
  );
  return purposes.some((purpose) => /^(prefetch|prerender|preview)/.test(purpose));
}

/** Such as `es-MX`: Mexico writes 1,250.00 and Uruguay 1.250,00. The language only, if the method has no country. */
function localeOf(language: Language, country: string | undefined): string {
  const [spoken = language] = language.split('-');
  const tag = country === undefined ? language : `${spoken}-${country}`;
  // Western digits: a bank's form accepts them, and references have them too.
  return language === 'ar' ? `${tag}-u-nu-latn` : tag;
}
