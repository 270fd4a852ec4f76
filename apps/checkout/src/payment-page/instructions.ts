import { html, type Html } from '#runtime/html';
import { formatAmount, formatNumber } from '../languages/format-amount.js';
import type { Step, Words } from '../languages/words.js';
import type { PageContent } from './page-content.js';
import { barcodePicture, qrPicture } from './pictures.js';
import { deadlineLine } from './sections.js';
import { keptUntil, webUrl, type Instructions } from './view.js';

/** What the customer has to scan, dial, copy or present elsewhere, how and until when, with a link to the provider's page. */
export function instructionsSection(page: PageContent, challenge: Instructions): Html {
  const { words, payment, path } = page;
  const { instructions } = words;
  const { heading, how } = instructions[challenge.type];
  const until = challenge.type === 'voucher' ? challenge.payBy : payment.payableUntil.toISOString();
  // A phone cannot scan its own screen: the code comes last, below the ways that a phone has.
  const isScanned = challenge.type === 'qr';
  const steps = [...instructedSteps(challenge), amountStep(page, challenge)];
  return html`<section>
    <h1>${heading}</h1>
    <div class="ticket" data-challenge="${challenge.type}">
      ${appLink(page, challenge)} ${isScanned ? undefined : picture(page, challenge)}
      <dl class="steps">${steps.map((step) => stepRow(words, step))} ${placesRow(page, challenge)}</dl>
      ${isScanned ? picture(page, challenge) : undefined} ${deadlineLine(page, until)}
    </div>
    <ol class="how">
      ${how.map((line) => html`<li>${line}</li>`)}
    </ol>
    <p class="hint arrival">${instructions.arrival} <a href="${path}">${words.checkNow}</a></p>
    ${waysOn(page, challenge)} ${cancelForm(page)}
  </section>`;
}

/** Can be copied as banks accept it, if the customer types it into a bank's form. */
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

/** Opens the bank app on the phone that shows the code. */
function appLink({ words }: PageContent, { type, instructionsUrl }: Instructions): Html | undefined {
  const url = webUrl(instructionsUrl);
  if (type !== 'qr' || url === undefined) return undefined;
  return html`<a class="button app" href="${url}">${words.instructions[type].link(new URL(url).host)}</a>`;
}

/** What can be done with the instructions: dial, keep, send, print, or read on at the provider. */
function waysOn({ words, payment, path }: PageContent, challenge: Instructions): Html {
  const { type } = challenge;
  const { script, instructions } = words;
  const url = type === 'qr' ? undefined : webUrl(challenge.instructionsUrl);
  const dial = type === 'ussd' && dialUrl(challenge.code);
  const isKept = keptUntil(challenge, payment.payableUntil) !== undefined;
  const file = `${payment.reference.replaceAll(/[^\w-]+/g, '_')}.png`;
  const print = html`<button type="button" class="main" hidden data-print>${script.print}</button>`;
  const drawing = (action: Html, text: string) =>
    html`<button type="button" hidden ${action} data-file="${file}">${text}</button>`;
  return html`<p class="ways">
    ${isKept ? print : undefined}
    ${dial ? html`<a class="button main" href="${dial}">${instructions.dial}</a>` : undefined}
    ${isKept ? html`${drawing(html`data-save`, script.save)} ${drawing(html`data-send`, script.send)}` : undefined}
    ${isKept ? html`<a class="button" href="${path}/deadline.ics" download>${instructions.remind}</a>` : undefined}
    ${url && html`<a class="button" href="${url}">${instructions[type].link(new URL(url).host)}</a>`}
  </p>`;
}

/** `tel:` of a code that phones can dial; a `#` would end the URL. */
function dialUrl(code: string): string | undefined {
  return /^[\d*#+]+$/.test(code) ? `tel:${code.replaceAll('#', '%23')}` : undefined;
}

/** Asks the provider to end the payment (contract §9); the page stays until it has. */
function cancelForm({ words, path, proof }: PageContent): Html {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="form" value="${proof}" />
    <button class="quiet" name="action" value="cancel">${words.form.cancel}</button>
  </form>`;
}

/** One value to enter elsewhere: as copied, and in the groups in which it is displayed. No line is broken inside a group. */
type InstructedStep = {
  readonly name: Step;
  /** Empty if there is nothing to copy. */
  readonly text: string;
  readonly groups: readonly string[];
};

/** What the customer enters at the bank, the machine or the shop. */
function instructedSteps(challenge: Instructions): readonly InstructedStep[] {
  switch (challenge.type) {
    case 'ussd':
      return [
        { name: 'code', text: challenge.code, groups: challenge.code.match(/\*?[^*#]{1,12}#*|[*#]+/g) ?? [] },
      ];
    case 'bank_transfer_mexico':
      return [{ name: 'clabe', text: challenge.clabe, groups: challenge.clabe.match(/.{1,3}/g) ?? [] }];
    case 'qr':
      return [{ name: 'payload', text: challenge.payload, groups: [] }];
    case 'multibanco':
      return [
        { name: 'entity', text: challenge.entity, groups: [challenge.entity] },
        { name: 'reference', text: challenge.reference, groups: challenge.reference.match(/.{1,3}/g) ?? [] },
      ];
    case 'voucher':
      return [{ name: 'number', text: challenge.number, groups: challenge.number.match(/.{1,4}/g) ?? [] }];
  }
}

/** A value to enter elsewhere, with a button that copies it if scripts run. */
function stepRow(
  { instructions, script }: Pick<Words, 'instructions' | 'script'>,
  { name, text, groups }: InstructedStep,
): Html {
  const id = `step-${name}`;
  const shown = groups.map(
    (group, place) => html`${place === 0 ? undefined : html`<wbr />`}<span>${group}</span>`,
  );
  const content = name === 'payload' ? text : shown;
  const copier = html`<button
    type="button"
    class="copier ${name === 'payload' ? 'main' : ''}"
    hidden
    data-copy="${text}"
    data-copied="${script.copied}"
    aria-describedby="${id}"
  >
    ${name === 'payload' ? script.copyCode : script.copy}
  </button>`;
  return html`<div data-step="${name}">
    <dt id="${id}">${instructions.labels[name]}</dt>
    <dd>
      <code class="copy">${content}</code>
      ${text === '' ? undefined : copier}
    </dd>
  </div>`;
}
