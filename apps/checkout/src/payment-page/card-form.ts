import { brandTable } from '#domain/values/card-brands';
import { html, type Html } from '#runtime/html';
import type { CardField, Words } from '../languages/words.js';
import { brandMarks } from './marks.js';
import type { PageContent } from './page-content.js';
import { cardFields, type CardFaults } from './read-card.js';

/**
 * The inputs of a card, always empty: nothing that was entered is ever echoed (contract §10). The script refuses months
 * before that of `now`, the clock of the server, as the customer's may be wrong.
 */
export function cardSection({
  words,
  brand,
  faults = {},
  now,
  payment,
}: Pick<PageContent, 'words' | 'brand' | 'faults' | 'now' | 'payment'>): Html {
  const { card } = words;
  const isAgain = payment.tries > 0;
  const input = (field: CardField) => cardInput(words, field, { faults, isAgain });
  const fault = (field: CardField) => faultLine(words, field, faults);
  const label = (field: CardField) => html`<label for="${field}">${card.labels[field]}</label>`;
  return html`
    <div class="field">
      ${label('pan')}
      <div class="pan">
        ${input('pan')}
        <span class="brand" data-brands="${brandTable}" aria-hidden="true"></span>
      </div>
      ${fault('pan')} ${brandMarks(brand, card.accepted)}
    </div>
    <div class="pair" data-month="${now.toISOString().slice(0, 'YYYY-MM'.length)}">
      <div class="field">${label('expiry')} ${input('expiry')} ${fault('expiry')}</div>
      <div class="field">
        ${label('cvv')} ${input('cvv')} ${fault('cvv')}
        <p class="hint" id="cvv-hint">${card.cvvHint}</p>
      </div>
    </div>
    <div class="field">${label('holder_name')} ${input('holder_name')} ${fault('holder_name')}</div>
  `;
}

type Appearance = {
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
  /** In characters; a number may be entered in groups, and pasted with anything between them. */
  readonly lengthMax: string;
};

const appearances: Readonly<Record<CardField, Appearance>> = {
  pan: { autocomplete: 'cc-number', inputmode: 'numeric', lengthMax: '64' },
  expiry: { autocomplete: 'cc-exp', inputmode: 'numeric', lengthMax: '16' },
  cvv: { autocomplete: 'cc-csc', inputmode: 'numeric', lengthMax: '4' },
  holder_name: { autocomplete: 'cc-name', inputmode: 'text', lengthMax: '120' },
};

/** `isAgain`: a card was declined, as a sentence above the form says; the number has the focus. */
function cardInput(
  { card }: Words,
  field: CardField,
  { faults, isAgain }: { readonly faults: CardFaults; readonly isAgain: boolean },
): Html {
  const { autocomplete, inputmode, lengthMax } = appearances[field];
  const isAtFault = faults[field] !== undefined;
  const isFaultless = Object.keys(faults).length === 0;
  const isFirst = isFaultless
    ? isAgain && field === 'pan'
    : field === cardFields.find((candidate) => faults[candidate] !== undefined);
  const described = [
    field === 'cvv' && 'cvv-hint',
    isAtFault && `${field}-problem`,
    isFaultless && isFirst && 'problem',
  ]
    .filter(Boolean)
    .join(' ');
  return html`<input
    id="${field}"
    name="${field}"
    type="text"
    required
    inputmode="${inputmode}"
    autocomplete="${autocomplete}"
    maxlength="${lengthMax}"
    spellcheck="false"
    data-missing="${card.missing[field]}"
    data-malformed="${card.malformed[field]}"
    ${field === 'expiry' ? html`data-expired="${card.expired}" placeholder="${card.expiryForm}"` : undefined}
    ${described === '' ? undefined : html`aria-describedby="${described}"`}
    ${isAtFault ? html`aria-invalid="true"` : undefined}
    ${isFirst ? html`autofocus` : undefined}
  />`;
}

function faultLine({ card }: Words, field: CardField, faults: CardFaults): Html | undefined {
  const fault = faults[field];
  if (fault === undefined) return undefined;
  const problem = fault === 'expired' ? card.expired : card[fault][field];
  return html`<p class="fault" id="${field}-problem">${problem}</p>`;
}
