/**
 * The card form of the hosted payment page: groups, brand, and mistakes told while there is time. The server checks all
 * of it again. Nothing that is entered leaves the inputs but by the form itself.
 */

/** @typedef {{ from: string, to: string, name: string }} BrandRange */

/** Reads the table that the page brings along: `4-4 Visa,34-34 Amex`. @param {string} text @returns {BrandRange[]} */
function readBrands(text) {
  return text.split(',').map((entry) => {
    const [, from = '', to = '', name = ''] = /^(\d+)-(\d+) (.+)$/.exec(entry) || [];
    return { from, to, name };
  });
}

/**
 * The name of the first range that fits, as on the server.
 * @param {string} number digits, perhaps not all of them yet @param {string} table the brands of the page
 */
export function brandName(number, table) {
  const brand = readBrands(table).find(({ from, to }) => {
    const begun = number.slice(0, from.length);
    return from !== '' && begun.length === from.length && begun >= from && begun <= to;
  });
  return brand ? brand.name : '';
}

const decimalDigit = /\p{Nd}/u;

/** Digits of other scripts as those of ASCII: they come in runs of ten, from zero on. @param {string} text */
export function withAsciiDigits(text) {
  return text.replace(/[^\P{Nd}0-9]/gu, (character) => {
    const codePoint = character.codePointAt(0) || 0;
    let steps = 0;
    while (decimalDigit.test(String.fromCodePoint(codePoint - steps - 1))) steps += 1;
    return String(steps % 10);
  });
}

/** @param {string} text */
function digitsOf(text) {
  return withAsciiDigits(text).replace(/\D/g, '');
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

/** Without white space and invisible characters, in digits of ASCII. @param {string} text */
function plainDigits(text) {
  return withAsciiDigits(text).replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** What shows nothing, as in `libs/domain/values/text.ts`. @param {string} text */
function isBlank(text) {
  return /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]*$/u.test(text);
}

/** `04/31` to `2031-04`; empty if it is not a month and year. @param {string} text */
export function expiryMonth(text) {
  const plain = plainDigits(text);
  const parts = /^(\d+)[^\p{L}\d]+(\d+)$/u.exec(plain) || /^(\d\d)(\d+)$/.exec(plain) || [];
  const [, month = '', year = ''] = parts;
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^(\d{2}|\d{4})$/.test(year)) return '';
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}`;
}

/** An expiry date as far as it is typed, completed where there is no doubt: `4` to `04/`, `1231` to `12/31`. @param {string} text */
export function inExpiryForm(text) {
  const plain = withAsciiDigits(text);
  const isShort = /^\D*([2-9]|1\D)/.test(plain);
  const digits = isShort ? `0${digitsOf(plain)}` : digitsOf(plain);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2, 6)}`;
}

/** The rules of the server (`readCard`), by the name of the input. @type {Record<string, (text: string) => boolean>} */
const rules = {
  pan: (text) => /^\d{12,19}$/.test(digitsOf(text)) && hasCheckDigit(digitsOf(text)),
  expiry: (text) => expiryMonth(text) !== '',
  cvv: (text) => /^\d{3,4}$/.test(plainDigits(text)),
  holder_name: (text) => Array.from(text).length >= 2 && !isBlank(text),
};

/** @param {string} name of an input @param {string} text what is in it */
export function isSound(name, text) {
  const rule = rules[name];
  return rule === undefined || rule(text.trim());
}

/** Whether the card's last month is over, by the server's clock. @param {HTMLInputElement} input */
function hasExpired({ name, value }) {
  const place = document.querySelector('[data-month]');
  const now = (place instanceof HTMLElement && place.dataset.month) || '';
  return name === 'expiry' && isSound(name, value) && expiryMonth(value) < now;
}

/** @param {HTMLInputElement} input */
function isFine(input) {
  return isSound(input.name, input.value) && !hasExpired(input);
}

/** @param {string} selector @param {(input: HTMLInputElement) => void} improve */
function eachInput(selector, improve) {
  for (const element of document.querySelectorAll(selector)) {
    if (element instanceof HTMLInputElement) improve(element);
  }
}

/** @param {HTMLFormElement} form */
function checkInputs(form) {
  eachInput('input[data-malformed]', (input) => showFault(input, !isFine(input)));
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
    line.textContent = faultOf(input);
    if (!shown) input.closest('.field')?.append(line);
    input.setAttribute('aria-invalid', 'true');
    hints.push(id);
  }
  input.setAttribute('aria-describedby', hints.join(' '));
}

/** @param {HTMLInputElement} input */
function faultOf(input) {
  const { missing = '', malformed = '', expired = '' } = input.dataset;
  if (isBlank(input.value)) return missing;
  return hasExpired(input) ? expired : malformed;
}

/** Digits in groups and the card's brand, as they are typed. @param {HTMLInputElement} input */
function formatNumber(input) {
  const badge = document.querySelector('[data-brands]');
  const table = (badge instanceof HTMLElement && badge.dataset.brands) || '';
  const show = () => {
    const { value, selectionStart } = input;
    const digitsBefore = digitsOf(value.slice(0, selectionStart ?? value.length)).length;
    const number = digitsOf(value).slice(0, 19);
    if (badge) badge.textContent = brandName(number, table);
    const grouped = inGroups(number);
    if (grouped === value) return;
    input.value = grouped;
    let caret = 0;
    for (let digits = 0; caret < grouped.length && digits < digitsBefore; caret += 1) {
      if (grouped[caret] !== ' ') digits += 1;
    }
    input.setSelectionRange(caret, caret);
  };
  whenEntered(input, show);
  if (input.value !== '') show();
}

/** The security code: digits of another script become ASCII. @param {HTMLInputElement} input */
function formatCode(input) {
  whenEntered(input, () => {
    const plain = withAsciiDigits(input.value);
    if (plain !== input.value) input.value = plain;
  });
}

/** Adds the slash, but only while the customer types at the end. @param {HTMLInputElement} input */
function formatExpiry(input) {
  whenEntered(input, (event) => {
    const { value, selectionStart } = input;
    const isTaken = event instanceof InputEvent && event.inputType.startsWith('delete');
    if (isTaken || selectionStart !== value.length) return;
    const shown = inExpiryForm(value);
    if (shown !== value) input.value = shown;
  });
}

/**
 * Not while a character is being composed, which a change would break off.
 * @param {HTMLInputElement} input @param {(event: Event) => void} improve
 */
function whenEntered(input, improve) {
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) improve(event);
  });
  input.addEventListener('compositionend', improve);
}

function start() {
  eachInput('input[data-malformed]', (input) => {
    // A fault is shown when the field is left, and taken back as soon as it is right.
    // Not when it is left for a button: the form checks all fields, and the line would move the button from under the pointer.
    input.addEventListener('blur', ({ relatedTarget }) => {
      if (input.value !== '' && !(relatedTarget instanceof HTMLButtonElement))
        showFault(input, !isFine(input));
    });
    input.addEventListener('input', () => {
      if (isFine(input)) showFault(input, false);
    });
  });
  eachInput('input[name="pan"]', formatNumber);
  eachInput('input[name="expiry"]', formatExpiry);
  eachInput('input[name="cvv"]', formatCode);
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
