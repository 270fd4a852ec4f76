import { randomBytes } from 'node:crypto';
import type { EventLog } from '../event-log.js';
import { createAlarms } from '../orders/alarms.js';
import type { Ended } from '../orders/answer-by-scenario.js';
import type { Notifier } from '../orders/notifier.js';
import type { OrderBook } from '../orders/order-book.js';
import { endsInMs, scenarioNamed } from '../orders/scenarios.js';
import type { ScenarioName } from '../orders/scenarios.js';
import type { ChargeEndState } from '../orders/order-states.js';
import type { Charge, ChargeEnd, OpenedCharge } from './charge.js';
import { decideApproval } from './instruments.js';
import type { ChargeRequest } from './read-charge-request.js';

export type PayerAction = 'approve' | 'decline' | 'cancel';

/** Opens charges and ends them, each exactly once. */
export type ChargeDesk = {
  /** `undefined` when the order reference is used already, or closed. */
  open(account: string, request: ChargeRequest & { readonly scenario?: ScenarioName }): Charge | undefined;
  /** A request that is still on its way: it arrives `arrivesInMs` from now, and is paid, unless its order is closed. */
  hold(account: string, request: Omit<ChargeRequest, 'scenario'>, arrivesInMs: number): void;
  /** The order is unknown, and its reference is closed from now on. */
  shut(account: string, order: string): void;
  /** Sets the alarm for the scenario's outcome, or for the end of the time to pay. */
  watch(charge: Charge): void;
  /** The scenario's outcome, now. */
  conclude(charge: Charge): Ended<Charge>;
  /** Applies the payer's choice on the page. A charge that has ended does not change. */
  decide(charge: Charge, action: PayerAction): Ended<Charge>;
  /** Stops collecting at the merchant's request; only a charge that still waits for its payer can be stopped. */
  abandon(charge: Charge): Charge;
  /** Resumes open orders after a restart. */
  resume(): void;
  close(): void;
};

/** A desk over the book; `silenceMs` is how long the `timeout_*` scenarios keep silent. */
export function createChargeDesk(
  book: OrderBook,
  notifier: Pick<Notifier, 'notify'>,
  silenceMs: number,
  log: EventLog,
): ChargeDesk {
  const alarms = createAlarms();

  function open(account: string, request: ChargeRequest & { readonly scenario?: ScenarioName }) {
    if (book.isUsed(request.order) || book.isClosed(account, request.order)) return undefined;
    const charge = newCharge(account, request, silenceMs);
    book.record({ fact: 'opened', charge });
    log('opened', { order: charge.order, account, instrument: charge.instrument, scenario: charge.scenario });
    return charge;
  }

  function hold(account: string, request: Omit<ChargeRequest, 'scenario'>, arrivesInMs: number): void {
    const arrivesAt = new Date(Date.now() + arrivesInMs).toISOString();
    alarms.set(`${account} ${request.order}`, arrivesAt, () => {
      const charge = open(account, { ...request, nextStep: 'none' });
      log('arrived late', { order: request.order, account, taken: charge?.id ?? 'not' });
      if (charge !== undefined) watch(charge);
    });
  }

  function shut(account: string, order: string): void {
    if (book.isUsed(order) || book.isClosed(account, order)) return;
    book.record({ fact: 'closed', account, order });
    log('closed', { order, account });
  }

  function watch(charge: Charge): void {
    if (charge.end !== undefined) return;
    const lapsesAt = charge.nextStep === 'none' ? undefined : charge.payableUntil;
    if (charge.endsAt !== undefined && (lapsesAt === undefined || charge.endsAt <= lapsesAt)) {
      alarms.set(charge.order, charge.endsAt, () => conclude(charge));
    } else if (lapsesAt !== undefined) {
      const lapse = { state: 'LAPSED', reason: 'NOT_PAID_IN_TIME' } as const;
      alarms.set(charge.order, lapsesAt, () => end(charge, lapse));
    }
  }

  function conclude(charge: Charge): Ended<Charge> {
    return end(charge, scenarioEnd(charge));
  }

  function decide(charge: Charge, action: PayerAction): Ended<Charge> {
    switch (action) {
      case 'approve':
        return end(charge, decideApproval(charge.instrument, charge.payerPhone));
      case 'decline':
        return end(charge, { state: 'REFUSED', reason: 'DECLINED_BY_PAYER' });
      case 'cancel':
        return end(charge, { state: 'ABANDONED', reason: 'CANCELLED_BY_PAYER' });
    }
  }

  function abandon(charge: Charge): Charge {
    if (charge.nextStep === 'none') return charge;
    return end(charge, { state: 'ABANDONED', reason: 'CANCELLED_BY_MERCHANT' }).order;
  }

  function end(
    opened: Charge,
    how: { state: ChargeEndState; reason: string; capturedValue?: string },
  ): Ended<Charge> {
    const known = book.findCharge(opened.order) ?? opened;
    if (known.end !== undefined) return { order: known, notified: Promise.resolve() };
    const chargeEnd: ChargeEnd = {
      ...(how.state === 'CAPTURED' && { capturedValue: opened.value }),
      ...how,
      endedAt: new Date().toISOString(),
    };
    alarms.clear(opened.order);
    book.record({ fact: 'ended', order: opened.order, end: chargeEnd });
    log('ended', { order: opened.order, state: how.state, reason: how.reason });
    const charge = { ...known, end: chargeEnd };
    return { order: charge, notified: notifier.notify(charge) };
  }

  return {
    open,
    hold,
    shut,
    watch,
    conclude,
    decide,
    abandon,
    resume() {
      for (const charge of book.allCharges()) {
        if (charge.end === undefined) watch(charge);
        else void notifier.notify(charge);
      }
    },
    close: () => alarms.close(),
  };
}

function newCharge(
  account: string,
  request: ChargeRequest & { readonly scenario?: ScenarioName },
  silenceMs: number,
): OpenedCharge {
  const { delayMs, scenario: name, ...asked } = request;
  const now = Date.now();
  const scenario = name === undefined ? undefined : scenarioNamed(name);
  const nextStep = scenario?.nextStep === false ? 'none' : asked.nextStep;
  const takesMs =
    scenario === undefined ? endsWithoutPayer(nextStep) : endsInMs(scenario, delayMs, silenceMs);
  return {
    ...asked,
    id: `ch_${randomBytes(12).toString('hex')}`,
    account,
    nextStep,
    ...(name !== undefined && { scenario: name }),
    openedAt: new Date(now).toISOString(),
    payableUntil: new Date(asked.payableUntil).toISOString(),
    ...(takesMs !== undefined && { endsAt: new Date(now + takesMs).toISOString() }),
  };
}

/** Without a step for the payer it is paid immediately. Otherwise the payer decides. */
function endsWithoutPayer(nextStep: OpenedCharge['nextStep']): number | undefined {
  return nextStep === 'none' ? 0 : undefined;
}

/** Without a scenario only a charge without a step for its payer ends by itself, as paid. */
function scenarioEnd(charge: Charge): { state: ChargeEndState; reason: string; capturedValue?: string } {
  if (charge.scenario === undefined) return { state: 'CAPTURED', reason: 'PAID' };
  const { end: state, reason, amount } = scenarioNamed(charge.scenario);
  if (amount === 'another') return { state, reason, capturedValue: `1${charge.value}` };
  return { state, reason };
}
