import { html, type Html } from '../html/html.js';
import type { Words } from '../languages/words.js';
import { cardFields, type CardFaults, type CardField } from './read-card.js';

/** The inputs of a card, empty every time: nothing that was entered is ever given back (contract §10). */
export function cardSection(words: Words, faults: CardFaults): Html {
  const show = (field: CardField) => cardInput(words, field, faults, field === firstAtFault(faults));
  return html`
    ${show('pan')}
    <div class="pair">${show('exp_month')} ${show('exp_year')}</div>
    <div class="short">${show('cvv')}</div>
    ${show('holder_name')}
  `;
}

type Appearance = {
  readonly autocomplete: string;
  readonly inputmode: 'numeric' | 'text';
  /** Characters; a number may be entered in groups. */
  readonly lengthMax: string;
};

const appearances: Readonly<Record<CardField, Appearance>> = {
  pan: { autocomplete: 'cc-number', inputmode: 'numeric', lengthMax: '23' },
  exp_month: { autocomplete: 'cc-exp-month', inputmode: 'numeric', lengthMax: '2' },
  exp_year: { autocomplete: 'cc-exp-year', inputmode: 'numeric', lengthMax: '4' },
  cvv: { autocomplete: 'cc-csc', inputmode: 'numeric', lengthMax: '4' },
  holder_name: { autocomplete: 'cc-name', inputmode: 'text', lengthMax: '120' },
};

function cardInput({ card }: Words, field: CardField, faults: CardFaults, isFirstAtFault: boolean): Html {
  const { autocomplete, inputmode, lengthMax } = appearances[field];
  const fault = faults[field];
  const problem = fault && (fault === 'expired' ? card.expired : card.problems[field]);
  const hint = card.hints[field];
  const described = [hint && `${field}-hint`, problem && `${field}-problem`].filter(Boolean).join(' ');
  return html`<div>
    <label for="${field}">${card.labels[field]}</label>
    <input
      id="${field}"
      name="${field}"
      type="text"
      required
      inputmode="${inputmode}"
      autocomplete="${autocomplete}"
      maxlength="${lengthMax}"
      spellcheck="false"
      ${described === '' ? undefined : html`aria-describedby="${described}"`}
      ${problem && html`aria-invalid="true"`}
      ${isFirstAtFault ? html`autofocus` : undefined}
    />
    ${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}
    ${problem && html`<p class="fault" id="${field}-problem">${problem}</p>`}
  </div>`;
}

function firstAtFault(faults: CardFaults): CardField | undefined {
  return cardFields.find((field) => faults[field] !== undefined);
}
