import { isCalendarDate } from '../values/calendar.js';
import { plainDocument } from './plain-document.js';

/** Form and check digit of one kind of document. Separators that people write are taken out before. */
type DocumentCheck = (text: string) => boolean;

/** Contract §5: what a project with `strict_documents` has checked. */
const documentChecks = {
  BR_CPF: (text) => /^\d{11}$/.test(text) && isVaried(text) && isCpf(text),
  BR_CNPJ: (text) => /^[A-Z0-9]{12}\d{2}$/.test(text) && isVaried(text) && isCnpj(text),
  CL_RUT: (text) => /^\d{6,8}[0-9K]$/.test(text) && isRut(text),
  CO_CC: (text) => /^\d{6,10}$/.test(text),
  CO_CE: (text) => /^\d{6,10}$/.test(text),
  CO_NIT: (text) => /^\d{10}$/.test(text) && isNit(text),
  EG_ID: (text) => /^[23]\d{13}$/.test(text) && isCalendarDate(egyptianBirthday(text)),
  MX_CURP: (text) => /^[A-Z]{4}\d{6}[A-Z]{6}[A-Z0-9]\d$/.test(text) && isCurp(text),
  MX_RFC: (text) => /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(text) && isRfc(text),
  // Neither has a check digit that contract §5 lists; 11 digits are a RUC.
  PE_CE: (text) => !/^\d{11}$/.test(text),
  PE_DNI: (text) => !/^\d{11}$/.test(text),
  PE_RUC: (text) => /^\d{11}$/.test(text) && isRuc(text),
  UY_CI: (text) => /^\d{7,8}$/.test(text) && isUruguayanIdentityCard(text),
  UY_RUT: (text) => /^\d{12}$/.test(text) && isUruguayanRut(text),
} as const satisfies Readonly<Record<string, DocumentCheck>>;

export type DocumentKind = keyof typeof documentChecks;

/** Whether the text is such a document, with a right check digit where the kind has one. */
export function isDocument(kind: DocumentKind, text: string): boolean {
  return documentChecks[kind](plainDocument(text));
}

/**
 * What is wrong with `customer.itn` for a method that takes these kinds. A `documentType` that names one of them rules
 * out the others. Undefined: nothing.
 */
export function documentProblem(
  kinds: readonly DocumentKind[],
  itn: string,
  documentType: unknown,
): string | undefined {
  const named = kinds.filter((kind) => kind === documentType);
  const possible = named.length > 0 ? named : kinds;
  if (possible.length === 0 || possible.some((kind) => isDocument(kind, itn))) return undefined;
  return `is no valid ${possible.join(' or ')}`;
}

/** `00000000000` passes every checksum, but was never issued. */
function isVaried(text: string): boolean {
  return new Set(text).size > 1;
}

function isCpf(text: string): boolean {
  return [9, 10].every((place) => {
    const sum = weigh(text.slice(0, place), range(place + 1, 2));
    return Number(text[place]) === ((sum * 10) % 11) % 10;
  });
}

/** Letters count as their distance from `0` in ASCII (the alphanumeric CNPJ). */
function isCnpj(text: string): boolean {
  return [12, 13].every((place) => {
    const weights = [...range(place - 7, 2), ...range(9, 2)];
    const rest = weigh(text.slice(0, place), weights, (letter) => letter.charCodeAt(0) - 48) % 11;
    return Number(text[place]) === (rest < 2 ? 0 : 11 - rest);
  });
}

function isRut(text: string): boolean {
  const digits = text.slice(0, -1).padStart(8, '0');
  return text.at(-1) === '0123456789K'[(11 - (weigh(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11];
}

function isNit(text: string): boolean {
  const rest = weigh(text.slice(0, 9), [41, 37, 29, 23, 19, 17, 13, 7, 3]) % 11;
  return Number(text[9]) === (rest < 2 ? rest : 11 - rest);
}

function egyptianBirthday(text: string): string {
  const century = text.startsWith('2') ? '19' : '20';
  return `${century}${text.slice(1, 3)}-${text.slice(3, 5)}-${text.slice(5, 7)}`;
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

function isCurp(text: string): boolean {
  const sum = weigh(text.slice(0, 17), range(18, 2), (letter) => curpAlphabet.indexOf(letter));
  return Number(text[17]) === (10 - (sum % 10)) % 10;
}

const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';
/** The tax authority's own numbers for the public and for foreigners; their check digit is not computed. */
const genericRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000'];

function isRfc(text: string): boolean {
  if (genericRfcs.includes(text)) return true;
  const sum = weigh(text.slice(0, -1).padStart(12, ' '), range(13, 2), (letter) =>
    rfcAlphabet.indexOf(letter),
  );
  return text.at(-1) === '0123456789A'[(11 - (sum % 11)) % 11];
}

function isRuc(text: string): boolean {
  return Number(text[10]) === (11 - (weigh(text.slice(0, 10), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
}

function isUruguayanIdentityCard(text: string): boolean {
  const digits = text.padStart(8, '0');
  return Number(digits[7]) === (10 - (weigh(digits.slice(0, 7), [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10;
}

function isUruguayanRut(text: string): boolean {
  const sum = weigh(text.slice(0, 11), [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return Number(text[11]) === (11 - (sum % 11)) % 11;
}

/** Sum of each character's value times the weight at its place. */
function weigh(
  text: string,
  weights: readonly number[],
  valueOf: (character: string) => number = Number,
): number {
  return Array.from(text).reduce(
    (sum, character, place) => sum + valueOf(character) * (weights[place] ?? 0),
    0,
  );
}

/** Downwards, both ends included: `range(4, 2)` is 4, 3, 2. */
function range(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}
