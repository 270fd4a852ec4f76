import { countryOf, methodOf } from '#domain/methods/find-method';
import { shownNumber } from '#domain/transaction/shown-number';
import { timeZoneOf } from '#domain/values/calendar';
import { html, type Html } from '#runtime/html';
import { icon, type IconName } from '../html/icon.js';
import { currencyName, formatAmount, isAmbiguous } from '../languages/format-amount.js';
import { clockName, formatInstant } from '../languages/format-instant.js';
import type { Message, Outcome, Words } from '../languages/words.js';
import { cardSection } from './card-form.js';
import { describeMethod, methodMark } from './marks.js';
import type { PageContent } from './page-content.js';
import { triesField, type EndedView, type View } from './view.js';

/** What is paid to whom; the same on every page of a payment. */
export function summarySection({ payment, brand, words, locale }: PageContent): Html {
  const { language, labels } = words;
  const amount = formatAmount(payment, locale);
  return html`<header class="summary">
    <p class="merchant">
      ${brand.logoPath && html`<img class="logo" src="${brand.logoPath}" alt="" />`}
      <span>${brand.name}</span>
    </p>
    <p class="amount" data-size="${sizeOf(amount)}"><data value="${payment.amount}">${amount}</data></p>
    ${isAmbiguous(payment.currency) ? html`<p class="currency">${currencyName(payment.currency, language)}</p>` : undefined}
    <dl>
      ${payment.description && row(labels.description, payment.description)}
      ${row(labels.reference, html`<span data-order>${payment.reference}</span>`)}
      ${row(labels.method, html`${methodMark(payment, brand)} ${describeMethod(payment.method, words)}`)}
    </dl>
  </header>`;
}

/** How many characters of an amount fit into one line of a narrow phone, by size. */
const fitting = { large: 13, medium: 20 } as const;

function sizeOf({ length }: string): 'large' | 'medium' | 'small' {
  if (length > fitting.medium) return 'small';
  return length > fitting.large ? 'medium' : 'large';
}

function row(term: string, text: string | Html): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${text}</dd>
  </div>`;
}

/**
 * The form of contract §10, posted with its hidden fields and `action=pay` or `action=cancel`. It has `novalidate`: our own
 * checks speak the page's language, and a customer can always cancel.
 */
export function formSection(
  page: PageContent,
  { asksCard, leadsTo }: Extract<View, { readonly kind: 'form' }>,
): Html {
  const { payment, words, locale, path, proof } = page;
  const { form, card } = words;
  return html`<section>
    <h1>${asksCard ? card.heading : form.heading}</h1>
    <p>${asksCard ? card.sentence : form.sentence[leadsTo]}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      ${asksCard ? html`<input type="hidden" name="${triesField}" value="${String(payment.tries)}" />` : undefined}
      ${asksCard ? cardSection(page) : undefined}
      <button class="main" name="action" value="pay">
        ${asksCard ? card.pay(formatAmount(payment, locale)) : form.pay[leadsTo]}
      </button>
      <button class="quiet" name="action" value="cancel">${form.cancel}</button>
    </form>
    ${deadlineLine(page, payment.payableUntil.toISOString())}
  </section>`;
}

/** Until when the payment can be paid, in words; the script adds the time left. */
export function deadlineLine(page: PageContent, until: string): Html {
  const { labels, script } = page.words;
  return html`<p class="deadline">
    ${labels.payBy} ${momentOf(page, until, page.now)}
    <span class="left" data-until="${until}" data-text="${script.timeLeft}"></span>
  </p>`;
}

/**
 * A moment by the clock of the payment's country, which is named. The script leaves the name out where the customer's clock
 * shows the same, and shows the customer's where there is no country. `now`: the moment is to come.
 */
function momentOf({ payment, words: { language } }: PageContent, moment: string, now?: Date): Html {
  const country = countryOfPayment(payment);
  const zone = timeZoneOf(country);
  const clock = clockName(moment, language, zone);
  const shown = formatInstant(moment, language, zone, now);
  if (clock === undefined) return html`<time datetime="${moment}">${shown}</time>`;
  const local = now === undefined ? 'date' : 'time';
  return html`<time
      datetime="${moment}"
      data-zone="${zone}"
      ${country === undefined ? html`data-local="${local}"` : undefined}
      >${shown}</time
    >
    <span class="zone">(${clock})</span>`;
}

function countryOfPayment({ type, style, method, currency }: PageContent['payment']): string | undefined {
  return countryOf(methodOf(type, style, method), currency);
}

/** The form once no card is accepted any more: the payment can only be cancelled. */
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

/** What is done, what is being waited for, and that the customer may leave. */
export function waitingSection({ words, place, path }: PageContent): Html {
  const { waiting, returned, checkNow, notPaidYet } = words;
  const isBack = place === 'return';
  const { heading, sentence } = isBack ? returned : waiting;
  const [sent, confirming, done] = waiting.stages;
  const stages = html`<ol class="stages">
    <li class="done">${sent}</li>
    <li aria-current="step">${confirming}</li>
    <li>${done}</li>
  </ol>`;
  return html`<section class="outcome">
    <div class="spinner" aria-hidden="true"></div>
    <h1>${heading}</h1>
    <p>${sentence}</p>
    ${isBack ? undefined : stages}
    <p class="hint">${waiting.later}</p>
    <p class="ways"><a class="button" href="${path}">${isBack ? notPaidYet : checkNow}</a></p>
  </section>`;
}

const icons: Readonly<Record<Outcome, IconName>> = {
  success: 'success',
  cancelled: 'cancelled',
  declined: 'declined',
  error: 'warning',
  expired: 'expired',
};

/** How the payment ended, why, and the way back: a link if the merchant gave a URL, else a sentence. */
export function endedSection(page: PageContent, view: EndedView): Html {
  const { words, brand } = page;
  const { heading, sentence } = messageOf(page, view);
  const isPaid = view.outcome === 'success';
  const print = html`<button type="button" hidden data-print>${words.script.print}</button>`;
  return html`<section class="outcome">
    ${icon(icons[view.outcome])}
    <h1>${heading}</h1>
    <p>${sentence}</p>
    ${view.outcome === 'declined' ? html`<p>${words.declined[view.reason]}</p>` : undefined}
    ${isPaid ? receipt(page) : undefined}
    ${
      view.url === undefined
        ? html`<p class="hint">${words.goBackYourself(brand.name)}</p>
            ${isPaid ? html`<p class="ways">${print}</p>` : undefined}`
        : html`<p class="ways">
              <a class="button main" href="${view.url}">${wayOn(view, words)(brand.name)}</a>
              ${isPaid ? print : undefined}
            </p>
            <p class="onward" hidden data-onward-text="${words.script.onward}">
              <span></span>
              <button type="button" class="link" data-stay>${words.script.stay}</button>
            </p>`
    }
  </section>`;
}

/** What customers keep as a proof; the summary beside it has the amount and the order. */
function receipt(page: PageContent): Html {
  const { identifier, finishedAt } = page.payment;
  const { labels } = page.words;
  return html`<dl class="receipt">
    ${finishedAt && row(labels.paidOn, momentOf(page, finishedAt.toISOString()))}
    ${row(labels.transaction, html`<span class="number">${shownNumber(identifier)}</span>`)}
  </dl>`;
}

function wayOn({ outcome, reason, mayBePaid }: EndedView, words: Words): (merchant: string) => string {
  if (outcome === 'success') return words.continueTo;
  const canDoBetter =
    (outcome === 'expired' && !mayBePaid) || (outcome === 'declined' && reason !== 'blocked');
  return canDoBetter ? words.tryAgainAt : words.backTo;
}

function messageOf({ payment, words }: PageContent, { outcome, isPast, mayBePaid }: EndedView): Message {
  if (mayBePaid) return words.expiredElsewhere;
  const { finishedAt } = payment;
  if (outcome !== 'success' || !isPast || finishedAt === undefined) return words.outcomes[outcome];
  const { heading, sentence } = words.paidBefore;
  const zone = timeZoneOf(countryOfPayment(payment));
  return { heading, sentence: sentence(formatInstant(finishedAt.toISOString(), words.language, zone)) };
}
