import type { Charge, ChargeEnd } from './charge.js';
import { scenarioNamed } from './scenarios.js';
import type { NotificationHabit } from './scenarios.js';

/** One notification to send. Copies with the same id carry the same bytes. */
export type Notification = {
  /** Counts from 0 within the charge. */
  readonly copy: number;
  readonly id: string;
  readonly charge: Charge;
  readonly signature: 'right' | 'wrong';
};

/** What is sent for an ended charge: waves one after another, the notifications of a wave side by side. */
export function planNotifications(charge: Charge): readonly (readonly Notification[])[] {
  const habit = charge.scenario === undefined ? 'once' : scenarioNamed(charge.scenario).notifications;
  return planByHabit(habit, charge);
}

function planByHabit(habit: NotificationHabit, charge: Charge): readonly (readonly Notification[])[] {
  const first: Notification = { copy: 0, id: `nt_${charge.id}_0`, charge, signature: 'right' };
  switch (habit) {
    case 'once':
    case 'before_answer':
      return [[first]];
    case 'five_equal':
      return [[0, 1, 2, 3, 4].map((copy) => ({ ...first, copy }))];
    case 'contradictory':
      return [[first], [{ ...first, copy: 1, id: `nt_${charge.id}_1`, charge: contradict(charge) }]];
    case 'wrong_signature':
      return [[{ ...first, signature: 'wrong' }]];
    case 'never':
      return [];
  }
}

/** What the provider says the second time; the charge itself stays as it is. */
function contradict(charge: Charge): Charge {
  const endedAt = charge.end?.endedAt ?? charge.openedAt;
  const refusal: ChargeEnd = { state: 'REFUSED', reason: 'REVERSED_BY_BANK', endedAt };
  const capture: ChargeEnd = { state: 'CAPTURED', reason: 'PAID', capturedValue: charge.value, endedAt };
  return { ...charge, end: charge.end?.state === 'CAPTURED' ? refusal : capture };
}
