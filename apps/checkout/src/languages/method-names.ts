import type { Words } from './words.js';

/** What a method is called in every language, as its owner writes it, by code. */
const properNames: Readonly<Record<string, string>> = {
  ideal: 'iDEAL',
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
