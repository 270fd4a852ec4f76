import type { Charge, ChargeEnd } from '../charges/charge.js';
import { returnCredit } from '../credits/credit.js';
import { creditBehaviour } from '../credits/credit-scenarios.js';
import type { Order } from './order-book.js';
import { scenarioNamed } from './scenarios.js';
import type { NotificationHabit } from './scenarios.js';

/** One notification to send. Copies with the same id carry the same bytes. */
export type Notification = {
  /** Counts from 0 within the order. */
  readonly copy: number;
  readonly id: string;
  readonly order: Order;
  readonly signature: 'right' | 'wrong';
};

/** The notifications of an ended order: waves in sequence, those of one wave in parallel. */
export function planNotifications(order: Order): readonly (readonly Notification[])[] {
  const first: Notification = { copy: 0, id: `nt_${order.id}_0`, order, signature: 'right' };
  switch (habitOf(order)) {
    case 'once':
    case 'before_answer':
      return [[first]];
    case 'five_equal':
      return [[0, 1, 2, 3, 4].map((copy) => ({ ...first, copy }))];
    case 'contradictory':
      return [[first], [{ ...first, copy: 1, id: `nt_${order.id}_1`, order: contradict(order) }]];
    case 'wrong_signature':
      return [[{ ...first, signature: 'wrong' }]];
    case 'never':
      return [];
  }
}

function habitOf(order: Order): NotificationHabit {
  if ('rail' in order) return creditBehaviour(order.scenario).notifications;
  return order.scenario === undefined ? 'once' : scenarioNamed(order.scenario).notifications;
}

/** The second, contradicting notification; the order itself does not change. */
function contradict(order: Order): Order {
  return 'rail' in order ? returnCredit(order) : contradictCharge(order);
}

function contradictCharge(charge: Charge): Charge {
  const endedAt = charge.end?.endedAt ?? charge.openedAt;
  const refusal: ChargeEnd = { state: 'REFUSED', reason: 'REVERSED_BY_BANK', endedAt };
  const capture: ChargeEnd = { state: 'CAPTURED', reason: 'PAID', capturedValue: charge.value, endedAt };
  return { ...charge, end: charge.end?.state === 'CAPTURED' ? refusal : capture };
}
