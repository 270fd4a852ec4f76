import type { Words } from '../languages/words.js';

/** A method's name for the customer: the language's own, else the code in plain letters (`wallet_new`: Wallet New). */
export function describeMethod(code: string, words: Pick<Words, 'methods'>): string {
  return words.methods[code] ?? code.split('_').map(capitalise).join(' ');
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
