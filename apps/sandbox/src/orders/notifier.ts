import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { findAccount } from '../accounts.js';
import type { EventLog } from '../event-log.js';
import { showCharge } from '../charges/show-charge.js';
import { showCredit } from '../credits/show-credit.js';
import { faceOf } from '../faces.js';
import { accountHeader, signatureHeader, signMessage } from '../signature.js';
import { planNotifications } from './notifications.js';
import type { Notification } from './notifications.js';
import type { Order, OrderBook } from './order-book.js';

/** Tells merchants what became of their charges and credits. */
export type Notifier = {
  /** Resolves when every notification of the order is answered with 200, or given up. Never rejects. */
  notify(order: Order): Promise<void>;
  /** Stops; what is not delivered is taken up again at the next start. */
  close(): Promise<void>;
};

export const notificationSubject = 'NOTIFICATION';
const attemptLimitMs = 5_000;
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** A notifier that retries with growing steps and remembers in the book what is done. */
export function createNotifier(book: OrderBook, publicUrl: string, log: EventLog): Notifier {
  const agent = new Agent();
  const stopping = new AbortController();

  async function notify(order: Order): Promise<void> {
    try {
      for (const wave of planNotifications(order)) {
        await Promise.all(wave.map((notification) => deliver(notification)));
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  }

  async function deliver(notification: Notification): Promise<void> {
    const { copy, order } = notification;
    if (book.isNotified(order.order, copy)) return;
    const delivered = await attemptUntilAnswered(notification);
    book.record({ fact: 'notified', order: order.order, copy, delivered, at: new Date().toISOString() });
  }

  async function attemptUntilAnswered(notification: Notification): Promise<boolean> {
    const told = tell(notification, publicUrl);
    if (told === undefined) return true;
    const body = Buffer.from(JSON.stringify(told));
    const delays = notification.signature === 'right' ? [0, ...retryDelaysMs] : [0];
    for (const delayMs of delays) {
      if (delayMs > 0) await wait(delayMs, undefined, { signal: stopping.signal, ref: false });
      const answer = await attempt(notification, body);
      stopping.signal.throwIfAborted();
      log('notified', { order: notification.order.order, notification: notification.id, answer });
      if (answer === 200) return true;
    }
    return false;
  }

  async function attempt(notification: Notification, body: Buffer): Promise<number | string> {
    const { notifyUrl } = notification.order;
    try {
      const response = await request(notifyUrl, {
        method: 'POST',
        dispatcher: agent,
        signal: AbortSignal.any([AbortSignal.timeout(attemptLimitMs), stopping.signal]),
        headers: { 'content-type': 'application/json', ...sign(notification, body) },
        body,
      });
      await response.body.dump();
      return response.statusCode;
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown error';
    }
  }

  return {
    notify,
    async close() {
      stopping.abort();
      await agent.destroy();
    },
  };
}

/** In the words of the account's face; `undefined` where it tells nothing. */
function tell(notification: Notification, publicUrl: string): Readonly<Record<string, unknown>> | undefined {
  const { id, order } = notification;
  const face = faceOf(order.account);
  return face ? face.tell(notification) : { notification: id, ...show(order, publicUrl) };
}

function sign(notification: Notification, body: Buffer): Readonly<Record<string, string>> {
  const { account } = notification.order;
  const face = faceOf(account);
  const owner = face?.account ?? findAccount(account);
  const secret = notification.signature === 'right' && owner ? owner.secret : 'not the secret';
  if (face) return face.sign(notification, { secret, body });
  return { [accountHeader]: account, [signatureHeader]: signMessage(secret, notificationSubject, body) };
}

function show(order: Order, publicUrl: string): Record<string, unknown> {
  return 'rail' in order ? showCredit(order) : showCharge(order, publicUrl);
}
