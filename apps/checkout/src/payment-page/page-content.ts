import type { Transaction } from '#domain/transaction/transaction';
import type { Brand } from '../brand/brand-of.js';
import type { Problem, Words } from '../languages/words.js';
import type { CardFaults } from './read-card.js';
import type { Place, View } from './view.js';

/** Everything that a payment's page is rendered from. */
export type PageContent = {
  readonly payment: Transaction;
  readonly brand: Brand;
  readonly words: Words;
  /** No real money is moved. */
  readonly isTestMode: boolean;
  /** BCP 47 tag of language and country, for amounts. */
  readonly locale: string;
  readonly now: Date;
  readonly view: View;
  readonly place: Place;
  /** Path of this page, with the link's token. */
  readonly path: string;
  /** Ties the form to the browser that it is rendered for. */
  readonly proof: string;
  /** The form may post itself where it asks for nothing: a customer came for this page, and no browser fetches it in advance. */
  readonly isVisited: boolean;
  readonly problem?: Problem | undefined;
  /** Of the card that was posted. */
  readonly faults?: CardFaults | undefined;
};
