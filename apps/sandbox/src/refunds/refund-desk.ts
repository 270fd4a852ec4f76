import { randomBytes } from 'node:crypto';
import type { EventLog } from '../event-log.js';
import { createAlarms } from '../orders/alarms.js';
import { halfOf } from '../orders/amounts.js';
import type { Ended } from '../orders/answer-by-scenario.js';
import type { Notifier } from '../orders/notifier.js';
import type { OrderBook } from '../orders/order-book.js';
import { endsInMs } from '../orders/scenarios.js';
import type { RefundRequest } from './read-refund-request.js';
import type { OpenedRefund, Refund, RefundEnd } from './refund.js';
import { refuseRefund, type RefundFault } from './refundable.js';
import { decideRefund, refundBehaviour } from './refund-scenarios.js';
import type { RefundScenarioName } from './refund-scenarios.js';

type OpenedOrRefused =
  | { readonly kind: 'opened'; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly fault: RefundFault | 'UNKNOWN_CHARGE' | 'ORDER_EXISTS' };

type OpenRequest = Omit<RefundRequest, 'scenario'> & { readonly scenario?: RefundScenarioName };

/** Opens refunds and ends them, each exactly once. */
export type RefundDesk = {
  /** Of a charge of the same account, and of no more than is left of it. */
  open(account: string, request: OpenRequest): OpenedOrRefused;
  /** Sets the alarm for the refund's outcome. */
  watch(refund: Refund): void;
  /** The outcome, now. */
  conclude(refund: Refund): Ended<Refund>;
  /** Resumes open refunds, and those whose money is still to come back, after a restart. */
  resume(): void;
  close(): void;
};

/** A desk over the book; `silenceMs` is how long the `timeout_*` scenarios keep silent. */
export function createRefundDesk(
  book: OrderBook,
  notifier: Pick<Notifier, 'notify'>,
  silenceMs: number,
  log: EventLog,
): RefundDesk {
  const alarms = createAlarms();

  function open(account: string, request: OpenRequest): OpenedOrRefused {
    const { order, isNamed, of } = request;
    if (isNamed && book.isUsed(order)) return { kind: 'refused', fault: 'ORDER_EXISTS' };
    const charge = book.findCharge(of);
    if (charge?.account !== account) return { kind: 'refused', fault: 'UNKNOWN_CHARGE' };
    const fault = refuseRefund(book, charge, request);
    if (fault !== undefined) return { kind: 'refused', fault };
    const refund = newRefund(account, request, silenceMs);
    book.record({ fact: 'refund_opened', refund });
    log('refund opened', { order, account, charge: of, scenario: refund.scenario });
    return { kind: 'opened', refund };
  }

  function watch(refund: Refund): void {
    if (refund.end !== undefined || refund.endsAt === undefined) return;
    alarms.set(refund.id, refund.endsAt, () => conclude(refund));
  }

  function conclude(opened: Refund): Ended<Refund> {
    const known = book.refunds.find(opened.id) ?? opened;
    if (known.end !== undefined) return { order: known, notified: Promise.resolve() };
    const end = endOf(known);
    alarms.clear(known.id);
    book.record({ fact: 'refund_ended', refund: known.id, end });
    log('refund ended', { order: known.order, state: end.state, reason: end.reason });
    const refund = { ...known, end };
    return { order: refund, notified: announce(refund) };
  }

  /** The money comes back only after the merchant has been told of the success. */
  async function announce(refund: Refund): Promise<void> {
    await notifier.notify(refund);
    const { bounce, isOnHold } = refundBehaviour(refund.scenario);
    if (bounce === 'never' || isOnHold || refund.bouncedAt !== undefined) return;
    if (refund.end?.state === 'PAID_BACK')
      alarms.set(refund.id, bouncesAt(refund, refund.end), () => bounceNow(refund));
  }

  function bounceNow(refund: Refund): void {
    const at = new Date().toISOString();
    book.record({ fact: 'refund_bounced', refund: refund.id, at });
    log('refund bounced', { order: refund.order });
    void notifier.notify({ ...refund, bouncedAt: at });
  }

  return {
    open,
    watch,
    conclude,
    resume() {
      for (const refund of book.refunds.all()) {
        if (refund.end === undefined) watch(refund);
        else void announce(refund);
      }
    },
    close: () => alarms.close(),
  };
}

function newRefund(account: string, request: OpenRequest, silenceMs: number): OpenedRefund {
  const now = Date.now();
  const behaviour = refundBehaviour(request.scenario);
  const endsAt = new Date(now + endsInMs(behaviour, request.delayMs, silenceMs)).toISOString();
  return {
    ...request,
    id: `rf_${randomBytes(12).toString('hex')}`,
    account,
    openedAt: new Date(now).toISOString(),
    ...(!behaviour.isOnHold && { endsAt }),
  };
}

/** Of another amount half goes back, so that no charge ever gives back more than it took. */
function endOf({ scenario, value, iso }: OpenedRefund): RefundEnd {
  const decision = decideRefund(scenario);
  const endedAt = new Date().toISOString();
  if (decision.state !== 'PAID_BACK') return { ...decision, endedAt };
  const isAnother = refundBehaviour(scenario).amount === 'another';
  return { ...decision, paidBackValue: isAnother ? halfOf(value, iso) : value, endedAt };
}

/** A contradiction follows at once. */
function bouncesAt({ scenario, delayMs }: OpenedRefund, { endedAt }: RefundEnd): string {
  const laterMs = scenario === 'contradictory_callback' ? 0 : delayMs;
  return new Date(Date.parse(endedAt) + laterMs).toISOString();
}
