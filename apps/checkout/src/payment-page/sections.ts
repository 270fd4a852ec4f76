import { methodOf } from '#domain/methods/find-method';
import { timeZoneOf } from '#domain/calendar';
import { html, type Html } from '#runtime/html';
import { icon, type IconName } from '../html/icon.js';
import { currencyName, formatAmount } from '../languages/format-amount.js';
import { formatInstant } from '../languages/format-instant.js';
import type { Message, Outcome, Words } from '../languages/words.js';
import { cardSection } from './card-form.js';
import type { PageContent } from './page-content.js';
import type { EndedView, View } from './view.js';

/** What is paid to whom: the same on every page of a payment. */
export function summarySection({ payment, brand, words, locale }: PageContent): Html {
  const { language, labels } = words;
  return html`<header class="summary">
    <p class="merchant">
      ${brand.logoPath && html`<img class="logo" src="${brand.logoPath}" alt="" />`}
      <span>${brand.name}</span>
    </p>
    <p class="amount"><data value="${payment.amount}">${formatAmount(payment, locale)}</data></p>
    <p class="currency">${currencyName(payment.currency, language)}</p>
    <dl>
      ${payment.description && row(labels.description, payment.description)}
      ${row(labels.reference, payment.reference)} ${row(labels.method, describeMethod(payment.method, words))}
    </dl>
  </header>`;
}

function row(term: string, text: string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${text}</dd>
  </div>`;
}

/** A method's name for the customer: the language's own, else the code in plain letters (`wallet_new`: Wallet New). */
export function describeMethod(code: string, words: Pick<Words, 'methods'>): string {
  return words.methods[code] ?? code.split('_').map(capitalise).join(' ');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Contract §10: one form, posted with its hidden fields and `action=pay` or `action=cancel`. It is checked by us alone,
 * so that what is wrong is said in the page's language and a customer may always cancel.
 */
export function formSection(
  page: PageContent,
  { asksCard, leadsTo }: Extract<View, { readonly kind: 'form' }>,
): Html {
  const { payment, words, locale, path, proof, faults = {} } = page;
  const { form, card } = words;
  return html`<section>
    <h1>${asksCard ? card.heading : form.heading}</h1>
    <p>${asksCard ? card.sentence : form.sentence[leadsTo]}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      ${asksCard ? cardSection(words, faults) : undefined}
      <button class="main" name="action" value="pay">
        ${asksCard ? card.pay(formatAmount(payment, locale)) : form.pay[leadsTo]}
      </button>
      <button class="quiet" name="action" value="cancel">${form.cancel}</button>
    </form>
    ${deadlineLine(page, payment.payableUntil.toISOString())}
  </section>`;
}

const dayMs = 86_400_000;

/**
 * Until when it can be paid, in the time of the method's country; without the day where that is soon. The script adds
 * how long it is, and puts its own time where there is no country.
 */
export function deadlineLine(
  { payment: { type, style, method }, words, now }: Pick<PageContent, 'payment' | 'words' | 'now'>,
  until: string,
): Html {
  const { country } = methodOf(type, style, method);
  const isSoon = Date.parse(until) - now.getTime() < dayMs;
  const shown = formatInstant(until, words.language, timeZoneOf(country), isSoon ? 'time' : 'date');
  return html`<p class="deadline">
    ${words.labels.payBy}
    <time datetime="${until}" ${isSoon && country === undefined ? html`data-local` : undefined}
      >${shown}</time
    >
    <span class="left" data-until="${until}" data-text="${words.script.timeLeft}"></span>
  </p>`;
}

/** The form without a card: nothing but to cancel is left. */
export function stoppedSection({ words, path, proof }: Pick<PageContent, 'words' | 'path' | 'proof'>): Html {
  return html`<section>
    <h1>${words.stopped.heading}</h1>
    <p>${words.stopped.sentence}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      <button class="quiet" name="action" value="cancel">${words.form.cancel}</button>
    </form>
  </section>`;
}

/** What is done, what is waited for, and that nothing is lost by leaving. */
export function waitingSection({ words, place, path }: PageContent): Html {
  const { waiting, checkNow, backToPayment } = words;
  const [sent, confirming, done] = waiting.stages;
  return html`<section class="outcome">
    <div class="spinner" aria-hidden="true"></div>
    <h1>${waiting.heading}</h1>
    <p>${waiting.sentence}</p>
    <ol class="stages">
      <li class="done">${sent}</li>
      <li aria-current="step">${confirming}</li>
      <li>${done}</li>
    </ol>
    <p class="hint">${waiting.later}</p>
    <p class="ways"><a class="button" href="${path}">${place === 'return' ? backToPayment : checkNow}</a></p>
  </section>`;
}

const icons: Readonly<Record<Outcome, IconName>> = {
  success: 'success',
  cancelled: 'cancelled',
  declined: 'declined',
  error: 'warning',
  expired: 'expired',
};

/** How it ended, why, and the way back: a link where the merchant gave an address, else words. */
export function endedSection(page: PageContent, view: EndedView): Html {
  const { words, brand } = page;
  const { heading, sentence } = messageOf(page, view);
  const way = view.outcome === 'success' ? words.continueTo(brand.name) : words.backTo(brand.name);
  return html`<section class="outcome">
    ${icon(icons[view.outcome])}
    <h1>${heading}</h1>
    <p>${sentence}</p>
    ${view.outcome === 'declined' ? html`<p>${words.declined[view.reason]}</p>` : undefined}
    ${
      view.url === undefined
        ? html`<p class="hint">${words.goBackYourself(brand.name)}</p>`
        : html`<p class="ways"><a class="button main" href="${view.url}">${way}</a></p>
            <p class="onward" hidden data-onward-text="${words.script.onward}">
              <span></span>
              <button type="button" class="link" data-stay>${words.script.stay}</button>
            </p>`
    }
  </section>`;
}

function messageOf({ payment, words }: PageContent, { outcome, isPast }: EndedView): Message {
  const { type, style, method, finishedAt } = payment;
  if (outcome !== 'success' || !isPast || finishedAt === undefined) return words.outcomes[outcome];
  const zone = timeZoneOf(methodOf(type, style, method).country);
  const { heading, sentence } = words.paidBefore;
  return { heading, sentence: sentence(formatInstant(finishedAt.toISOString(), words.language, zone)) };
}
