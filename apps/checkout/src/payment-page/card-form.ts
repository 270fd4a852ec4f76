import {
  fullMonth,
  fullYear,
  isCardNumber,
  isExpired,
  isExpiryMonth,
  isExpiryYear,
  isHolderName,
  isSecurityCode,
} from '#domain/values/card';
import { brandTable } from '#domain/values/card-brands';
import { digitsOf, withAsciiDigits } from '#domain/values/digits';
import { isBlank } from '#domain/values/text';
import type { RequestCard } from '#domain/transaction/request';
import { html, type Html } from '#runtime/html';
import { brandMarks } from './marks.js';
import type { CardField, Words } from '../languages/words.js';

/** The fields of the card form (contract §10), in the order of the page. */
export const cardFields = [
  'pan',
  'exp_month',
  'exp_year',
  'cvv',
  'holder_name',
] as const satisfies readonly CardField[];

/** What is wrong with a posted card, by field. Contains nothing that was entered. */
export type CardFaults = Readonly<Partial<Record<CardField, 'missing' | 'malformed' | 'expired'>>>;

export type CardReading =
  | { readonly kind: 'card'; readonly card: RequestCard }
  | { readonly kind: 'faulty'; readonly faults: CardFaults };

/** Reads the card of a posted form by the rules of the `card` object of a request (contract §5). */
export function readCard(form: Pick<URLSearchParams, 'get'>, now: Date): CardReading {
  const entered = (field: CardField) => (form.get(field) ?? '').trim();
  // Numbers are entered as they are printed or copied: in groups, with signs between them, in digits of any script. The
  // script of the form reads them alike.
  const pan = digitsOf(entered('pan'));
  const [month, year, cvv] = [
    plainDigits(entered('exp_month')),
    plainDigits(entered('exp_year')),
    plainDigits(entered('cvv')),
  ];
  const holderName = entered('holder_name');
  const isFine: Readonly<Record<CardField, boolean>> = {
    pan: isCardNumber(pan),
    exp_month: isExpiryMonth(month),
    exp_year: isExpiryYear(year),
    cvv: isSecurityCode(cvv),
    holder_name: isHolderName(holderName) && !isBlank(holderName),
  };
  const faulty = cardFields.filter((field) => !isFine[field]);
  const hasExpired =
    isFine.exp_month && isFine.exp_year && isExpired({ expMonth: month, expYear: year }, now);
  const faults: CardFaults = {
    ...Object.fromEntries(
      faulty.map((field) => [field, isBlank(entered(field)) ? 'missing' : 'malformed'] as const),
    ),
    ...(hasExpired ? { exp_month: 'expired', exp_year: 'expired' } : {}),
  };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const [expMonth, expYear] = [fullMonth(month), fullYear(year)];
  return { kind: 'card', card: { pan, expMonth, expYear, cvv, holderName } };
}

/** Without white space and invisible characters, in digits of ASCII. */
function plainDigits(text: string): string {
  return withAsciiDigits(text).replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** The inputs of a card, always empty: nothing that was entered is ever echoed (contract §10). */
export function cardSection(words: Words, faults: CardFaults, brands: readonly string[]): Html {
  const { card } = words;
  const input = (field: CardField) => cardInput(words, field, faults);
  const fault = (field: CardField) => faultLine(words, field, faults);
  const label = (field: CardField) => html`<label for="${field}">${card.labels[field]}</label>`;
  const hidden = (field: CardField) =>
    html`<label class="unseen" for="${field}">${card.labels[field]}</label>`;
  return html`
    <div class="field">
      ${label('pan')}
      <div class="pan">
        ${input('pan')}
        <span class="brand" data-brands="${brandTable}" aria-hidden="true"></span>
      </div>
      ${fault('pan')} ${brandMarks(brands, card.accepted)}
    </div>
    <div class="pair">
      <fieldset class="field">
        <legend>${card.expiry}</legend>
        <div class="expiry">
          ${hidden('exp_month')} ${input('exp_month')} <span aria-hidden="true">/</span> ${hidden('exp_year')}
          ${input('exp_year')}
        </div>
        ${fault('exp_month')} ${fault('exp_year')}
      </fieldset>
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
  exp_month: { autocomplete: 'cc-exp-month', inputmode: 'numeric', lengthMax: '2' },
  exp_year: { autocomplete: 'cc-exp-year', inputmode: 'numeric', lengthMax: '4' },
  cvv: { autocomplete: 'cc-csc', inputmode: 'numeric', lengthMax: '4' },
  holder_name: { autocomplete: 'cc-name', inputmode: 'text', lengthMax: '120' },
};

function cardInput({ card }: Words, field: CardField, faults: CardFaults): Html {
  const { autocomplete, inputmode, lengthMax } = appearances[field];
  const isAtFault = faults[field] !== undefined;
  const isFirst = field === cardFields.find((candidate) => faults[candidate] !== undefined);
  const described = [field === 'cvv' && 'cvv-hint', isAtFault && faultId(field, faults)]
    .filter(Boolean)
    .join(' ');
  const example = field === 'exp_month' || field === 'exp_year' ? card.examples[field] : undefined;
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
    ${example && html`placeholder="${example}"`}
    ${described === '' ? undefined : html`aria-describedby="${described}"`}
    ${isAtFault ? html`aria-invalid="true"` : undefined}
    ${isFirst ? html`autofocus` : undefined}
  />`;
}

function faultLine({ card }: Words, field: CardField, faults: CardFaults): Html | undefined {
  const fault = faults[field];
  if (fault === undefined || faultId(field, faults) !== `${field}-problem`) return undefined;
  const problem = fault === 'expired' ? card.expired : card[fault][field];
  return html`<p class="fault" id="${field}-problem">${problem}</p>`;
}

/** That a card has expired is shown once, below month and year. */
function faultId(field: CardField, faults: CardFaults): string {
  return field === 'exp_month' && faults.exp_month === 'expired' ? 'exp_year-problem' : `${field}-problem`;
}
