import type { FastifyInstance } from 'fastify';
import type { Account } from './accounts.js';
import type { ChargeDesk } from './charges/charge-desk.js';
import type { CreditDesk } from './credits/credit-desk.js';
import type { Notification } from './orders/notifications.js';
import type { OrderBook } from './orders/order-book.js';

/** What the routes of a face work with: the books and desks that all faces share. */
export type FaceTools = {
  readonly book: OrderBook;
  readonly desk: ChargeDesk;
  readonly creditDesk: CreditDesk;
  /** Where the customer's browser reaches the pages. */
  readonly publicUrl: string;
  /** Where the merchant's gateway is reached: some providers are told once, and not with each order. */
  readonly apiUrl: string;
};

/** The provider in the vocabulary of another one, on the same books. A scenario of the contract is chosen by a word. */
export type Face = {
  /** Its merchant; the secret is what its routes and its notifications go by. */
  readonly account: Account;
  addRoutes(server: FastifyInstance, tools: FaceTools): void;
  /** What it tells its merchant of an order that has ended; `undefined` where it is silent. */
  tell(notification: Notification): Readonly<Record<string, unknown>> | undefined;
  /** The headers that vouch for it. `secret` is another one where the scenario wants a wrong signature. */
  sign(
    notification: Notification,
    message: { readonly secret: string; readonly body: Buffer },
  ): Readonly<Record<string, string>>;
};
