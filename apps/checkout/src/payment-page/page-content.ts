import type { Transaction } from '#domain/transaction/transaction';
import type { Brand } from '../brand/brand-of.js';
import type { Problem, Words } from '../languages/words.js';
import type { CardFaults } from './card-form.js';
import type { Place, View } from './view.js';

/** Everything a payment's page is made of. */
export type PageContent = {
  readonly payment: Transaction;
  readonly brand: Brand;
  readonly words: Words;
  /** Language and country of the payment, as Intl knows them: how its amounts are written. */
  readonly locale: string;
  readonly now: Date;
  readonly view: View;
  readonly place: Place;
  /** Path of the page itself, with the link's token. */
  readonly path: string;
  /** Ties the form to the browser it is given to. */
  readonly proof: string;
  readonly problem?: Problem | undefined;
  /** Of the card that was posted. */
  readonly faults?: CardFaults | undefined;
};
