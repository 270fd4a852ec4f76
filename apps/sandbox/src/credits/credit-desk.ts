import { randomBytes } from 'node:crypto';
import type { EventLog } from '../event-log.js';
import { createAlarms } from '../orders/alarms.js';
import type { Ended } from '../orders/answer-by-scenario.js';
import type { Notifier } from '../orders/notifier.js';
import type { OrderBook } from '../orders/order-book.js';
import { endsInMs } from '../orders/scenarios.js';
import { isServed } from './banks.js';
import type { Credit, CreditEnd, OpenedCredit } from './credit.js';
import { creditBehaviour, decideCredit } from './credit-scenarios.js';
import type { CreditScenarioName } from './credit-scenarios.js';
import type { CreditRequest } from './read-credit-request.js';

/** Opens credits and ends them, each exactly once. */
export type CreditDesk = {
  /** Undefined if the order reference is used already: no order is paid twice. */
  open(account: string, request: OpenRequest): Credit | undefined;
  /** A request that is still on its way: it arrives `arrivesInMs` from now. */
  hold(account: string, request: Omit<CreditRequest, 'scenario'>, arrivesInMs: number): void;
  /** Sets the alarm for the credit's outcome. */
  watch(credit: Credit): void;
  /** The outcome, now. */
  conclude(credit: Credit): Ended<Credit>;
  /** Resumes open orders after a restart. */
  resume(): void;
  close(): void;
};

type OpenRequest = Omit<CreditRequest, 'scenario'> & { readonly scenario?: CreditScenarioName };

/** A desk over the book; `silenceMs` is how long the `timeout_*` scenarios keep silent. */
export function createCreditDesk(
  book: OrderBook,
  notifier: Pick<Notifier, 'notify'>,
  silenceMs: number,
  log: EventLog,
): CreditDesk {
  const alarms = createAlarms();

  function open(account: string, request: OpenRequest) {
    if (book.isUsed(request.order)) return undefined;
    const credit = newCredit(account, request, silenceMs);
    book.record({ fact: 'credit_opened', credit });
    log('credit opened', { order: credit.order, account, rail: credit.rail, scenario: credit.scenario });
    return credit;
  }

  function hold(account: string, request: Omit<CreditRequest, 'scenario'>, arrivesInMs: number): void {
    const arrivesAt = new Date(Date.now() + arrivesInMs).toISOString();
    alarms.set(`${account} ${request.order}`, arrivesAt, () => {
      const credit = open(account, { ...request, delayMs: 0 });
      log('credit arrived late', { order: request.order, account, taken: credit?.id ?? 'not' });
      if (credit !== undefined) watch(credit);
    });
  }

  function watch(credit: Credit): void {
    if (credit.end === undefined) alarms.set(credit.order, credit.endsAt, () => conclude(credit));
  }

  function conclude(opened: Credit): Ended<Credit> {
    const known = book.findCredit(opened.order) ?? opened;
    if (known.end !== undefined) return { order: known, notified: Promise.resolve() };
    const end = endOf(known);
    alarms.clear(known.order);
    book.record({ fact: 'credit_ended', order: known.order, end });
    log('credit ended', { order: known.order, state: end.state, reason: end.reason });
    const credit = { ...known, end };
    return { order: credit, notified: notifier.notify(credit) };
  }

  return {
    open,
    hold,
    watch,
    conclude,
    resume() {
      for (const credit of book.allCredits()) {
        if (credit.end === undefined) watch(credit);
        else void notifier.notify(credit);
      }
    },
    close: () => alarms.close(),
  };
}

function newCredit(account: string, request: OpenRequest, silenceMs: number): OpenedCredit {
  const { delayMs, ...asked } = request;
  const now = Date.now();
  const takesMs = endsInMs(creditBehaviour(asked.scenario), delayMs, silenceMs);
  return {
    ...asked,
    id: `cr_${randomBytes(12).toString('hex')}`,
    account,
    openedAt: new Date(now).toISOString(),
    endsAt: new Date(now + takesMs).toISOString(),
  };
}

function endOf({ scenario, rail, bank, value }: OpenedCredit): CreditEnd {
  const decision = decideCredit(scenario, isServed(rail, bank));
  const { amount } = creditBehaviour(scenario);
  const endedAt = new Date().toISOString();
  if (decision.state !== 'CREDITED') return { ...decision, endedAt };
  return { ...decision, creditedValue: amount === 'another' ? `1${value}` : value, endedAt };
}
