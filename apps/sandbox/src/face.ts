import type { FastifyInstance } from 'fastify';
import type { ChargeDesk } from './charges/charge-desk.js';
import type { CreditDesk } from './credits/credit-desk.js';
import type { NotificationFace } from './orders/notifier.js';
import type { OrderBook } from './orders/order-book.js';
import type { RefundDesk } from './refunds/refund-desk.js';

/** Resources that all faces share: the books, the desks and their addresses. */
export type FaceTools = {
  readonly book: OrderBook;
  readonly desk: ChargeDesk;
  readonly creditDesk: CreditDesk;
  readonly refundDesk: RefundDesk;
  /** Address at which the customer's browser reaches the pages. */
  readonly publicUrl: string;
  /** Address of the gateway's api, for providers whose callback address is configured once instead of per order. */
  readonly apiUrl: string;
};

/** Another provider's API on the same books. The contract's scenario is chosen by a word of that provider. */
export type Face = NotificationFace & {
  addRoutes(server: FastifyInstance, tools: FaceTools): void;
};
