import { html, type Html } from '../html/html.js';
import { currencyName } from '../languages/currency-name.js';
import { formatAmount } from '../languages/format-amount.js';
import { describeMethod } from './describe-method.js';
import type { PageContent } from './page-content.js';

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
