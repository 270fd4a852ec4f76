import type { Charge, ChargeEnd } from '../charges/charge.js';
import type { Correction } from '../corrections/correction.js';
import { returnCredit } from '../credits/credit.js';
import { creditBehaviour } from '../credits/credit-scenarios.js';
import type { Refund } from '../refunds/refund.js';
import { refundBehaviour } from '../refunds/refund-scenarios.js';
import { isCredit, isRefund, keyOf, type Order } from './order.js';
import { scenarioNamed } from './scenarios.js';
import type { NotificationHabit } from './scenarios.js';

/** One notification to send. Copies with the same id carry the same bytes. */
export type Notification = {
  /** The book's key of the order, or the id of the correction. */
  readonly key: string;
  /** Counts from 0 within the key. */
  readonly copy: number;
  readonly id: string;
  readonly order: Order;
  /** What has happened to the order's money, if that is the news. */
  readonly correction?: Correction;
  readonly signature: 'right' | 'wrong';
};

/** The notifications of an ended order: waves in sequence, those of one wave in parallel. */
export function planNotifications(order: Order): readonly (readonly Notification[])[] {
  if (isRefund(order)) return planRefund(order);
  return planEnd(order, habitOf(order), contradict);
}

/** A refund that bounced was a success before. */
function planRefund(refund: Refund): readonly (readonly Notification[])[] {
  const { bouncedAt, ...asEnded } = refund;
  const { notifications, bounce } = refundBehaviour(refund.scenario);
  const waves = planEnd<Refund>(asEnded, notifications, (same) => same);
  if (bouncedAt === undefined || bounce !== 'notified') return waves;
  return [...waves, [{ ...firstOf(refund), copy: 1, id: `nt_${refund.id}_1` }]];
}

function planEnd<Of extends Order>(
  order: Of,
  habit: NotificationHabit,
  contradicted: (order: Of) => Order,
): readonly (readonly Notification[])[] {
  const first = firstOf(order);
  switch (habit) {
    case 'once':
    case 'before_answer':
      return [[first]];
    case 'five_equal':
      return [[0, 1, 2, 3, 4].map((copy) => ({ ...first, copy }))];
    case 'contradictory':
      return [[first], [{ ...first, copy: 1, id: `nt_${order.id}_1`, order: contradicted(order) }]];
    case 'wrong_signature':
      return [[{ ...first, signature: 'wrong' }]];
    case 'never':
      return [];
  }
}

function firstOf(order: Order): Notification {
  return { key: keyOf(order), copy: 0, id: `nt_${order.id}_0`, order, signature: 'right' };
}

/** The notification of a correction. Told again it is another notification of the same fact. */
export function correctionNotification(correction: Correction, order: Order, copy: number): Notification {
  const { id } = correction;
  return { key: id, copy, id: `nt_${id}_${copy}`, order, correction, signature: 'right' };
}

function habitOf(order: Exclude<Order, Refund>): NotificationHabit {
  if (isCredit(order)) return creditBehaviour(order.scenario).notifications;
  return order.scenario === undefined ? 'once' : scenarioNamed(order.scenario).notifications;
}

/** The second, contradicting notification; the order itself does not change. */
function contradict(order: Exclude<Order, Refund>): Order {
  return isCredit(order) ? returnCredit(order) : contradictCharge(order);
}

function contradictCharge(charge: Charge): Charge {
  const endedAt = charge.end?.endedAt ?? charge.openedAt;
  const refusal: ChargeEnd = { state: 'REFUSED', reason: 'REVERSED_BY_BANK', endedAt };
  const capture: ChargeEnd = { state: 'CAPTURED', reason: 'PAID', capturedValue: charge.value, endedAt };
  return { ...charge, end: charge.end?.state === 'CAPTURED' ? refusal : capture };
}
