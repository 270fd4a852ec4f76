import { html, type Html } from '../html/html.js';
import { formatAmount, formatNumber } from '../languages/format-amount.js';
import { barcodePicture } from './barcode-picture.js';
import type { Instructions } from './choose-view.js';
import { deadlineLine } from './deadline-line.js';
import { instructedSteps, type InstructedStep } from './instructed-steps.js';
import type { PageContent } from './page-content.js';
import { qrPicture } from './qr-picture.js';
import { stepRow } from './step-row.js';
import { webUrl } from './web-url.js';

/** What the customer scans, dials, copies or says elsewhere, how, until when, and the provider's own page about it. */
export function instructionsSection(page: PageContent, challenge: Instructions): Html {
  const { words, payment, path } = page;
  const { instructions } = words;
  const { heading, how } = instructions[challenge.type];
  const until = challenge.type === 'voucher' ? challenge.payBy : payment.payableUntil.toISOString();
  const steps = [...instructedSteps(challenge), amountStep(page, challenge)];
  return html`<section>
    <h1>${heading}</h1>
    <div class="ticket" data-challenge="${challenge.type}">
      ${picture(page, challenge)}
      <dl class="steps">${steps.map((step) => stepRow(words, step))} ${placesRow(page, challenge)}</dl>
      ${deadlineLine(page, until)}
    </div>
    <ol class="how">
      ${how.map((line) => html`<li>${line}</li>`)}
    </ol>
    <p class="hint arrival">${instructions.arrival} <a href="${path}">${words.checkNow}</a></p>
    ${waysOn(page, challenge)} ${cancelForm(page)}
  </section>`;
}

/** Copied as a bank's form takes it, where a customer types it into one. */
function amountStep({ payment, locale }: PageContent, { type }: Instructions): InstructedStep {
  const isTyped = type === 'multibanco' || type === 'bank_transfer_mexico';
  const text = isTyped ? formatNumber(payment, locale) : '';
  return { name: 'amount', text, groups: [formatAmount(payment, locale)] };
}

function picture({ words: { labels } }: PageContent, challenge: Instructions): Html | undefined {
  switch (challenge.type) {
    case 'qr':
      return qrPicture(challenge.payload, labels.qrCode);
    case 'voucher':
      return barcodePicture(challenge.number, labels.barcode);
    case 'ussd':
    case 'bank_transfer_mexico':
    case 'multibanco':
      return undefined;
  }
}

function placesRow({ words: { labels } }: PageContent, challenge: Instructions): Html | undefined {
  const places = challenge.type === 'voucher' ? (challenge.places ?? []) : [];
  if (places.length === 0) return undefined;
  return html`<div>
    <dt>${labels.places}</dt>
    <dd>${places.join(', ')}</dd>
  </div>`;
}

function waysOn({ words }: PageContent, { type, instructionsUrl }: Instructions): Html {
  const url = webUrl(instructionsUrl);
  const print = html`<button type="button" class="main" hidden data-print>${words.script.print}</button>`;
  return html`<p class="ways">
    ${type === 'voucher' ? print : undefined}
    ${url && html`<a class="button" href="${url}">${words.instructions[type].link}</a>`}
  </p>`;
}

/** The provider is asked to end it (contract §9); until it has, the page stays. */
function cancelForm({ words, path, proof }: PageContent): Html {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="form" value="${proof}" />
    <button class="quiet" name="action" value="cancel">${words.form.cancel}</button>
  </form>`;
}
