import type { EventLog } from '../event-log.js';
import { createAlarms } from '../orders/alarms.js';
import { fromUnits, halfOf } from '../orders/amounts.js';
import type { Notifier } from '../orders/notifier.js';
import { isCredit, isRefund, keyOf, movedValue, type Order } from '../orders/order.js';
import type { OrderBook } from '../orders/order-book.js';
import type { CorrectionKind } from '../orders/order-states.js';
import { leftOf } from '../refunds/refundable.js';
import { stepsOf } from './aftermath.js';
import { newCorrection, type Correction } from './correction.js';
import type { ToldCorrection } from './correction-index.js';

/** Corrects the money of finished orders, and tells their merchants. */
export type CorrectionDesk = {
  /** Happens now; without a value, to all the money that the kind can be about. */
  correct(order: Order, kind: CorrectionKind, value?: string): Correction;
  /** The same fact once more, in a notification of its own. */
  tellAgain(correction: ToldCorrection, order: Order): void;
  /** Sets the alarm for the next step of what was asked to follow the order's success. */
  follow(order: Order): void;
  /** Tells what was not told before a restart. */
  resume(): void;
  close(): void;
};

const successes: readonly (string | undefined)[] = ['CAPTURED', 'CREDITED'];

export function createCorrectionDesk(
  book: OrderBook,
  notifier: Pick<Notifier, 'tell'>,
  log: EventLog,
): CorrectionDesk {
  const alarms = createAlarms();

  function correct(order: Order, kind: CorrectionKind, value?: string, step?: number): Correction {
    const last = lastOf(order, kind === 'CLAWBACK_LIFTED' ? 'CLAWBACK' : kind);
    const dossier = kind === 'CLAWBACK_LIFTED' ? last?.dossier : undefined;
    const correction = newCorrection(order, kind, { value: value ?? wholeOf(order, kind), dossier });
    book.record({ fact: 'corrected', correction, ...(step !== undefined && { step }) });
    log('corrected', { order: order.order, kind, value: correction.value });
    void notifier.tell(correction, order, 0);
    return correction;
  }

  function tellAgain(correction: ToldCorrection, order: Order, step?: number): void {
    book.record({ fact: 'told_again', correction: correction.id, ...(step !== undefined && { step }) });
    void notifier.tell(correction, order, correction.tellings);
  }

  function follow(order: Order): void {
    if (isRefund(order) || order.after === undefined || order.end === undefined) return;
    if (!successes.includes(order.end.state)) return;
    const done = book.corrections.stepsDone(keyOf(order));
    const step = stepsOf(order.after)[done];
    if (step === undefined) return;
    const dueMs = Date.parse(order.end.endedAt) + (done + 1) * order.after.everyMs;
    alarms.set(keyOf(order), new Date(dueMs).toISOString(), () => {
      if (step === 'again') {
        const last = book.corrections.about(keyOf(order)).at(-1);
        if (last !== undefined) tellAgain(last, order, done);
      } else {
        const value = wholeOf(order, step.kind);
        correct(order, step.kind, step.part === 'half' ? halfOf(value, order.iso) : value, done);
      }
      follow(order);
    });
  }

  function wholeOf(order: Order, kind: CorrectionKind): string {
    if (kind === 'CLAWBACK_LIFTED') return lastOf(order, 'CLAWBACK')?.value ?? movedValue(order);
    if (kind !== 'PANEL_REFUND' || isCredit(order) || isRefund(order)) return movedValue(order);
    return fromUnits(leftOf(book, order), order.iso);
  }

  function lastOf(order: Order, kind: CorrectionKind): ToldCorrection | undefined {
    return book.corrections.about(keyOf(order)).findLast((one) => one.kind === kind);
  }

  return {
    correct: (order, kind, value) => correct(order, kind, value),
    tellAgain: (correction, order) => tellAgain(correction, order),
    follow,
    resume() {
      for (const correction of book.corrections.all()) {
        const { about, tellings } = correction;
        const order = book.findCharge(about) ?? book.findCredit(about) ?? book.refunds.find(about);
        if (order === undefined) continue;
        for (let copy = 0; copy < tellings; copy += 1) void notifier.tell(correction, order, copy);
      }
    },
    close: () => alarms.close(),
  };
}
