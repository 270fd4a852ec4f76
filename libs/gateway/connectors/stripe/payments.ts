import { shared } from '../call-provider.js';
import type { AttemptHandle, NoAnswer, PaymentCalls, PaymentOrder, ProviderAccount } from '../connector.js';
import { notSent } from './call-stripe.js';
import { cancelIntent, lookUpIntent, prepareIntent, submitIntent } from './intents.js';
import { closePage, lookUpPage, preparePage, submitPage } from './pages.js';
import { wayOf } from './ways.js';

/**
 * `prepare` creates what moves no money and can be looked up by its id at once: an open page, or a PaymentIntent that is not
 * confirmed. `submit` hands the page out, or confirms.
 */
export const payments: PaymentCalls = {
  async prepare(given, account, limit) {
    const order = withoutCard(given, account);
    const way = wayOf(order);
    if (typeof way === 'string') return notSent(way, 'failed');
    const isPage = way.isOnPage && !order.card;
    return (isPage ? preparePage : prepareIntent)(order, way, { account, limit });
  },

  async submit(given, account, limit) {
    const order = withoutCard(given, account);
    const { prepared } = order;
    if (prepared === undefined) return notSent('nothing is prepared', 'failed');
    return (isPageId(prepared) ? submitPage : submitIntent)(order, prepared, { account, limit });
  },

  async lookUp(attempt, account, limit) {
    const { prepared } = attempt;
    if (prepared === undefined) return notPreparedYet;
    const ask = isPageId(prepared) ? lookUpPage : lookUpIntent;
    return ask(attempt, prepared, { account, limit: shared(limit) });
  },

  async cancel(attempt: AttemptHandle, account, limit) {
    const { prepared } = attempt;
    if (prepared === undefined) return notPreparedYet;
    return (isPageId(prepared) ? closePage : cancelIntent)(attempt, prepared, { account, limit });
  },
  // A cancelled intent refuses every confirmation, and an expired page every customer.
  cancelClosesUnseen: true,
};

/** A card in the request is only passed on by an account to which Stripe has granted that. */
function withoutCard(order: PaymentOrder, { credentials }: ProviderAccount): PaymentOrder {
  if (credentials['raw_cards'] === 'granted') return order;
  const { card: _, ...rest } = order;
  return rest;
}

function isPageId(prepared: string): boolean {
  return prepared.startsWith('cs_');
}

/** An attempt is sent only with what was prepared for it. */
const notPreparedYet: NoAnswer = { kind: 'noAnswer', cause: 'unreadable', detail: 'nothing is prepared' };
