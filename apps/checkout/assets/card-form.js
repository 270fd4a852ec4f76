/**
 * The card form of the hosted payment page: groups, brand, and mistakes told while there is time. The server checks all
 * of it again. Nothing that is entered leaves the inputs but by the form itself.
 */

/** Leading digits by brand, narrow ranges first: as in `libs/domain/card.ts`, for the brands that have a name to show. */
const brands = [
  { name: 'Uzcard', digits: /^(8600|5614)/ },
  { name: 'Humo', digits: /^9860/ },
  { name: 'Verve', digits: /^(506099|5061([0-8]|9[0-8])|6500(0[2-9]|1|2[0-7]))/ },
  { name: 'Mir', digits: /^220[0-4]/ },
  { name: 'Mastercard', digits: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/ },
  { name: 'Amex', digits: /^3[47]/ },
  { name: 'Diners', digits: /^(30[0-5]|36|3[89])/ },
  { name: 'JCB', digits: /^35(2[89]|[3-8])/ },
  { name: 'Discover', digits: /^(6011|64[4-9]|65)/ },
  { name: 'UnionPay', digits: /^62/ },
  { name: 'Maestro', digits: /^(50|5[6-8]|63|67)/ },
  { name: 'Visa', digits: /^4/ },
];

/** @param {string} number digits, perhaps not all of them yet */
export function brandName(number) {
  const brand = brands.find(({ digits }) => digits.test(number));
  return brand ? brand.name : '';
}

/** `4242424242` to `4242 4242 42`; American Express as it is printed. @param {string} number digits */
export function inGroups(number) {
  const form = /^3[47]/.test(number) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?(\d+)?$/ : undefined;
  const groups = form ? (form.exec(number) || []).slice(1) : number.match(/\d{1,4}/g) || [];
  return groups.filter(Boolean).join(' ');
}

/** @param {string} number digits */
function hasCheckDigit(number) {
  const sum = number.split('').reduce((total, text, index) => {
    const digit = Number(text);
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    return total + ((number.length - index) % 2 === 0 ? doubled : digit);
  }, 0);
  return sum % 10 === 0;
}

/** The rules of `libs/domain/card.ts`, by the name of the input. @type {Record<string, (text: string) => boolean>} */
const rules = {
  pan: (text) => /^\d{12,19}$/.test(text.replace(/\s/g, '')) && hasCheckDigit(text.replace(/\s/g, '')),
  exp_month: (text) => /^(0?[1-9]|1[0-2])$/.test(text),
  exp_year: (text) => /^(\d{2}|\d{4})$/.test(text),
  cvv: (text) => /^\d{3,4}$/.test(text),
  holder_name: (text) => Array.from(text).length >= 2,
};

/** @param {string} name of an input @param {string} text what is in it */
export function isSound(name, text) {
  const rule = rules[name];
  return rule === undefined || rule(text.trim());
}

/** @param {string} selector @param {(input: HTMLInputElement) => void} improve */
function eachInput(selector, improve) {
  for (const element of document.querySelectorAll(selector)) {
    if (element instanceof HTMLInputElement) improve(element);
  }
}

/** @param {HTMLFormElement} form */
function checkInputs(form) {
  eachInput('input[data-malformed]', (input) => showFault(input, !isSound(input.name, input.value)));
  const first = form.querySelector('[aria-invalid]');
  if (first instanceof HTMLElement) first.focus();
  return !first;
}

/** @param {HTMLInputElement} input @param {boolean} isAtFault */
function showFault(input, isAtFault) {
  const id = `${input.name}-problem`;
  const shown = document.getElementById(id);
  const described = (input.getAttribute('aria-describedby') || '').split(' ');
  const hints = described.filter((part) => part && !part.endsWith('-problem'));
  if (!isAtFault) {
    shown?.remove();
    input.removeAttribute('aria-invalid');
  } else {
    const line = shown || document.createElement('p');
    line.id = id;
    line.className = 'fault';
    line.textContent = (input.value.trim() === '' ? input.dataset.missing : input.dataset.malformed) || '';
    if (!shown) input.closest('.field')?.append(line);
    input.setAttribute('aria-invalid', 'true');
    hints.push(id);
  }
  input.setAttribute('aria-describedby', hints.join(' '));
}

/** Digits in groups and the card's brand, as they are typed. @param {HTMLInputElement} input */
function formatNumber(input) {
  const badge = document.querySelector('[data-brand]');
  const show = () => {
    const { value, selectionStart } = input;
    const digitsBefore = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
    const number = value.replace(/\D/g, '').slice(0, 19);
    if (badge) badge.textContent = brandName(number);
    const grouped = inGroups(number);
    if (grouped === value) return;
    input.value = grouped;
    let caret = 0;
    for (let digits = 0; caret < grouped.length && digits < digitsBefore; caret += 1) {
      if (grouped[caret] !== ' ') digits += 1;
    }
    input.setSelectionRange(caret, caret);
  };
  input.addEventListener('input', show);
  if (input.value !== '') show();
}

function start() {
  eachInput('input[data-malformed]', (input) => {
    // Told when the field is left, and taken back as soon as it is right.
    input.addEventListener('blur', () => {
      if (input.value !== '') showFault(input, !isSound(input.name, input.value));
    });
    input.addEventListener('input', () => {
      if (isSound(input.name, input.value)) showFault(input, false);
    });
  });
  eachInput('input[name="pan"]', formatNumber);
  window.addEventListener('pagehide', forgetCard);
  const form = document.querySelector('form');
  form?.addEventListener('submit', (event) => {
    const isPayment = event.submitter instanceof HTMLButtonElement && event.submitter.value === 'pay';
    if (isPayment && !checkInputs(form)) event.preventDefault();
  });
}

/** A browser keeps what is in a form with the pages one can go back to: of a card there is nothing to keep. */
function forgetCard() {
  eachInput('input[data-malformed]', (input) => {
    input.value = '';
  });
}

if (typeof document !== 'undefined') start();
