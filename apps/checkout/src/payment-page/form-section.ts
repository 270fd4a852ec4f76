import { html, type Html } from '../html/html.js';
import { formatAmount } from '../languages/format-amount.js';
import { cardSection } from './card-section.js';
import type { View } from './choose-view.js';
import { deadlineLine } from './deadline-line.js';
import type { PageContent } from './page-content.js';

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
