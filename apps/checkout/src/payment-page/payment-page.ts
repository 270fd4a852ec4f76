import { html, type Html } from '../html/html.js';
import { layout } from '../html/layout.js';
import { formatAmount } from '../languages/format-amount.js';
import { describeMethod } from './describe-method.js';
import type { PageContent } from './page-content.js';
import { refreshOf, viewSection } from './view-section.js';

/** The whole page: what is paid to whom, and below it what stands or what to do. */
export function paymentPage(page: PageContent): Html {
  const { words, merchantName, problem } = page;
  return layout({
    language: words.language,
    title: words.titleOf(merchantName),
    refresh: refreshOf(page),
    body: html`
      ${summary(page)} ${problem && html`<p class="problem" role="alert">${words.problems[problem]}</p>`}
      ${viewSection(page)}
    `,
  });
}

function summary({ payment, merchantName, words }: PageContent): Html {
  return html`<header>
    <p class="merchant">${merchantName}</p>
    <p class="amount"><data value="${payment.amount}">${formatAmount(payment, words.language)}</data></p>
    <dl>
      ${row(words.labels.reference, payment.reference)}
      ${payment.description && row(words.labels.description, payment.description)}
      ${row(words.labels.method, describeMethod(payment.method, words))}
    </dl>
  </header>`;
}

function row(term: string, text: string): Html {
  return html`<dt>${term}</dt>
    <dd>${text}</dd>`;
}
