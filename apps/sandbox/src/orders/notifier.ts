import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { findAccount, type Account } from '../accounts.js';
import type { EventLog } from '../event-log.js';
import { showCharge } from '../charges/show-charge.js';
import { showCorrection, type Correction } from '../corrections/correction.js';
import { showCredit } from '../credits/show-credit.js';
import { showPanelRefund, showRefund } from '../refunds/show-refund.js';
import { accountHeader, signatureHeader, signMessage } from '../signature.js';
import { correctionNotification, planNotifications } from './notifications.js';
import type { Notification } from './notifications.js';
import { isCredit, isRefund, type Order } from './order.js';
import type { OrderBook } from './order-book.js';

/** Notifies merchants of the outcome of their orders, and of what happens to the money afterwards. */
export type Notifier = {
  /** Resolves when every notification of the order is answered with 200, or given up. Never rejects. */
  notify(order: Order): Promise<void>;
  /** The same for one telling of a correction; `copy` counts from 0. */
  tell(correction: Correction, order: Order, copy: number): Promise<void>;
  /** Stops; undelivered notifications are resumed at the next start. */
  close(): Promise<void>;
};

const notificationSubject = 'NOTIFICATION';
const attemptLimitMs = 5_000;
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** How a face of the provider writes and signs a notification. */
export type NotificationFace = {
  /** The merchant's account; its secret signs. */
  readonly account: Account;
  /** The body; undefined if the face sends nothing for this order, or has no word for what happened to its money. */
  tell(notification: Notification): Readonly<Record<string, unknown>> | undefined;
  /** The signature's headers. The scenario of a wrong signature gives another `secret`. */
  sign(
    notification: Notification,
    message: { readonly secret: string; readonly body: Buffer },
  ): Readonly<Record<string, string>>;
};

/**
 * Retries with growing waits, and records each delivered notification in the book. `faceOf` is undefined for accounts of
 * the sandbox's own face.
 */
export function createNotifier(
  book: OrderBook,
  publicUrl: string,
  faceOf: (account: string) => NotificationFace | undefined,
  log: EventLog,
): Notifier {
  const agent = new Agent();
  const stopping = new AbortController();

  async function deliverAll(waves: readonly (readonly Notification[])[]): Promise<void> {
    try {
      for (const wave of waves) {
        await Promise.all(wave.map((notification) => deliver(notification)));
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  async function deliver(notification: Notification): Promise<void> {
    const { key, copy } = notification;
    if (book.isNotified(key, copy)) return;
    const delivered = await attemptUntilAnswered(notification);
    book.record({ fact: 'notified', order: key, copy, delivered, at: new Date().toISOString() });
  }

  async function attemptUntilAnswered(notification: Notification): Promise<boolean> {
    const { order } = notification;
    const content = contentOf(notification, faceOf(order.account));
    if (content === undefined) return true;
    const body = Buffer.from(JSON.stringify(content));
    const delays = notification.signature === 'right' ? [0, ...retryDelaysMs] : [0];
    for (const delayMs of delays) {
      if (delayMs > 0) await wait(delayMs, undefined, { signal: stopping.signal, ref: false });
      const answer = await attempt(notification, body);
      stopping.signal.throwIfAborted();
      log('notified', { order: order.order, notification: notification.id, answer });
      if (answer === 200) return true;
    }
    return false;
  }

  function contentOf(notification: Notification, face: NotificationFace | undefined) {
    if (face) return face.tell(notification);
    return { notification: notification.id, ...show(notification, publicUrl) };
  }

  async function attempt(notification: Notification, body: Buffer): Promise<number | string> {
    const { notifyUrl } = notification.order;
    try {
      const response = await request(notifyUrl, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.any([AbortSignal.timeout(attemptLimitMs), stopping.signal]),
        headers: {
          'content-type': 'application/json',
          ...sign(notification, body, faceOf(notification.order.account)),
        },
        body,
      });
      await response.body.dump();
      return response.statusCode;
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown error';
    }
  }

  return {
    notify: (order) => deliverAll(planNotifications(order)),
    tell: (correction, order, copy) => deliverAll([[correctionNotification(correction, order, copy)]]),
    async close() {
      stopping.abort();
      await agent.destroy();
    },
  };
}

function sign(
  notification: Notification,
  body: Buffer,
  face: NotificationFace | undefined,
): Readonly<Record<string, string>> {
  const { account } = notification.order;
  const owner = face?.account ?? findAccount(account);
  const secret = notification.signature === 'right' && owner ? owner.secret : 'not the secret';
  if (face) return face.sign(notification, { secret, body });
  return { [accountHeader]: account, [signatureHeader]: signMessage(secret, notificationSubject, body) };
}

function show({ order, correction }: Notification, publicUrl: string): Record<string, unknown> {
  if (correction !== undefined) return showNews(correction, order);
  if (isRefund(order)) return showRefund(order);
  return isCredit(order) ? showCredit(order) : showCharge(order, publicUrl);
}

/** To an account whose references are not kept, a refund that was made in the panel looks like any other. */
function showNews(correction: Correction, order: Order): Record<string, unknown> {
  const isForgotten = findAccount(order.account)?.forgetsRefundOrders === true;
  if (correction.kind === 'PANEL_REFUND' && isForgotten) return showPanelRefund(correction, order.order);
  return showCorrection(correction, order);
}
