import { brandName } from '#domain/values/card-brands';
import { methodOf } from '#domain/methods/find-method';
import type { ChallengeType } from '#domain/transaction/challenge';
import type { Transaction } from '#domain/transaction/transaction';
import { html, type Html } from '#runtime/html';
import type { Brand } from '../brand/brand-of.js';
import type { Words } from '../languages/words.js';

/** What a method is called in every language, as its owner writes it, by code. */
const properNames: Readonly<Record<string, string>> = {
  ideal: 'iDEAL | Wero',
  mbway: 'MB WAY',
  multibanco: 'Multibanco',
  payid: 'PayID',
  pix: 'Pix',
  ussd: 'USSD',
  wallet_mach: 'MACH',
};

/** A method's name for the customer; of one that has none it is made of the code (`wallet_new`: Wallet New). */
export function describeMethod(code: string, { methods }: Pick<Words, 'methods'>): string {
  return properNames[code] ?? methods[code] ?? code.split('_').map(capitalise).join(' ');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What a method is paid with, drawn by us: the logos of its owners are theirs. */
const drawings = {
  card: 'M3 6h18v12H3zM3 10h18M6 15h4',
  bank: 'M3 9l9-5 9 5zM5 9v8M10 9v8M14 9v8M19 9v8M3 20h18',
  cash: 'M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 9v.01M18 15v.01',
  phone: 'M8 3h8v18H8zM11 18h2',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3M20 14v.01M14 20h.01M20 17v3h-3',
  wallet: 'M18 8V4L4 8v12h16V8H4M16 14h.01',
} as const;

const drawingOf: Readonly<Record<ChallengeType, keyof typeof drawings>> = {
  redirect: 'wallet',
  qr: 'qr',
  multibanco: 'bank',
  bank_transfer_mexico: 'bank',
  bank_code: 'bank',
  voucher: 'cash',
  ussd: 'phone',
};

/** The mark of a payment's method: its owner's, else by its row of the catalogue. The name stands beside it. */
export function methodMark(
  { type, style, method }: Pick<Transaction, 'type' | 'style' | 'method'>,
  { marks }: Pick<Brand, 'marks'>,
): Html {
  if (marks[method] !== undefined) return ownersMark(marks[method], '');
  const { cardForm, carriesCard, challenges } = methodOf(type, style, method);
  const name = cardForm === true || carriesCard === true ? 'card' : drawingOf[challenges[0] ?? 'redirect'];
  return html`<svg class="mark" data-mark="${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="${drawings[name]}" />
  </svg>`;
}

/** Marks of the card brands that the shop says it takes, for those who look for theirs before they type. */
export function brandMarks(
  { cards, marks }: Pick<Brand, 'cards' | 'marks'>,
  label: string,
): Html | undefined {
  if (cards.length === 0) return undefined;
  return html`<ul class="brands" aria-label="${label}">
    ${cards.map((brand) => html`<li>${brandMark(listedNames[brand] ?? brandName(brand), marks[brand])}</li>`)}
  </ul>`;
}

/** Names that their owners want written out in a list; beside the number of the card there is no room for them. */
const listedNames: Readonly<Record<string, string>> = { amex: 'American Express' };

function brandMark(name: string, path: string | undefined): Html {
  return path === undefined ? plainMark(name) : ownersMark(path, name);
}

/** Shown unchanged, as its owner demands. */
function ownersMark(path: string, name: string): Html {
  return html`<img class="owners-mark" src="${path}" alt="${name}" />`;
}

/** A brand's name in plain letters, drawn on a card. */
function plainMark(name: string): Html {
  const width = String(18 + 7 * name.length);
  return html`<svg
    class="brand-mark"
    width="${width}"
    height="24"
    viewBox="0 0 ${width} 24"
    role="img"
    aria-label="${name}"
  >
    <rect x="0.5" y="0.5" width="${String(Number(width) - 1)}" height="23" rx="4" />
    <text x="50%" y="16" text-anchor="middle">${name}</text>
  </svg>`;
}
