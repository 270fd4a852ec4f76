import type { FastifyInstance } from 'fastify';
import type { ChargeState, CreditState, RefundState } from './orders/order-states.js';
import { html } from '#runtime/html';
import { stateOf } from './charges/charge.js';
import { aftermathNames } from './corrections/aftermath.js';
import type { Credit } from './credits/credit.js';
import type { OrderBook } from './orders/order-book.js';
import { cardScenarios, scenarios, type Scenario } from './orders/scenarios.js';
import { sendPage } from './pages/page.js';
import { stateOfRefund, type Refund } from './refunds/refund.js';
import { refundScenarioNames } from './refunds/refund-scenarios.js';

const ordersShown = 20;

/** What each of its own words is at the gateway. */
const chargeWords: Readonly<Record<ChargeState, string>> = {
  AWAITING_PAYER: 'waiting for the customer',
  PROCESSING: 'open',
  CAPTURED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  LAPSED: 'expired',
  ABANDONED: 'declined, cancelled',
};
const creditWords: Readonly<Record<CreditState, string>> = {
  QUEUED: 'open',
  CREDITED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  RETURNED: 'success, and the money came back',
};
const refundWords: Readonly<Record<RefundState, string>> = {
  ACCEPTED: 'open',
  ON_HOLD: 'open, until a person acts',
  PAID_BACK: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  BOUNCED: 'success, and the money came back',
};
const answerWords: Readonly<Record<Scenario['answer'], string>> = {
  opened: 'the order, still open',
  ended: 'the order, with its end',
  '500': 'HTTP 500',
  garbage: 'a body that cannot be read',
  cut: 'a connection that is cut',
  silence: 'no answer',
};
const callbackWords: Readonly<Record<Scenario['notifications'], string>> = {
  once: 'one',
  before_answer: 'one, before that answer',
  five_equal: 'five that are equal',
  contradictory: 'one, then one with another end',
  wrong_signature: 'one, signed wrongly',
  never: 'none',
};

function endWords({ end, amount, soft }: Scenario): string {
  if (amount === 'another') return 'not: another amount is paid, for a person to review';
  return soft ? `${chargeWords[end]}, or the next route` : chargeWords[end];
}

/** What this program is, its scenarios, the shop that it plays, and its last orders. */
export function addFrontPage(server: FastifyInstance, book: OrderBook): void {
  server.get('/', (_request, reply) => {
    const body = html`
      <h1>Sandbox Bank</h1>
      <p>
        A simulated payment provider, and <a href="#shop">a shop</a>. Name a scenario in
        <code>extra.meta.sandbox</code>, or use a card number. Without either the customer decides on a page
        here.
      </p>
      <h2>Scenarios</h2>
      <table>
        <tr>
          <th>Name</th>
          <th>A payment ends</th>
          <th>The create call gets</th>
          <th>Callbacks to the gateway</th>
        </tr>
        ${Object.entries(scenarios).map(
          ([name, row]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${endWords(row)}</td>
              <td>${answerWords[row.answer]}</td>
              <td>${callbackWords[row.notifications]}</td>
            </tr>`,
        )}
      </table>
      <p>
        Also <code>timeout_lost</code> (the create call never arrives), <code>held_request</code> (it arrives
        late, and is paid unless the order was cancelled before), <code>refused</code> (the connection is
        refused) and, for payouts, <code>unsupported_bank</code> (accepted, then declined for the bank). A
        payout does not expire: it ends as error.
      </p>
      <p>
        Refunds have scenarios of their own: ${refundScenarioNames.join(', ')}. What follows a success is
        named in <code>extra.meta.sandbox_after</code>: ${aftermathNames.join(', ')}.
      </p>
      <h2>Cards</h2>
      <ul>
        ${Object.entries(cardScenarios).map(([pan, name]) => html`<li><code>${pan}</code> ${name}</li>`)}
      </ul>
      <h2 id="shop">The shop</h2>
      <p>
        It is where the demo project's callbacks go: <a href="/merchant/callbacks">the latest that came</a>,
        or <code>/merchant/callbacks?reference=order-1</code> for those of one payment or payout. Each is
        verified and kept, whatever the shop answers. It answers 200 at once, unless the request's
        <code>callback_url</code> says otherwise:
      </p>
      <table>
        <tr>
          <td><code>?answer=500</code></td>
          <td>answers with this status</td>
        </tr>
        <tr>
          <td><code>&amp;times=2</code></td>
          <td>only to the first two attempts of a callback, then 200</td>
        </tr>
        <tr>
          <td><code>&amp;delay_ms=3000</code></td>
          <td>answers after this many milliseconds</td>
        </tr>
      </table>
      <h2>Last charges</h2>
      <table>
        ${lastCharges(book).map(
          (charge) =>
            html`<tr>
              <td><a href="/instructions/${encodeURIComponent(charge.order)}">${charge.order}</a></td>
              <td>${charge.value} ${charge.iso}</td>
              <td>${charge.instrument}</td>
              <td>${chargeWords[stateOf(charge)]}</td>
            </tr>`,
        )}
      </table>
      <h2>Last refunds</h2>
      <table>
        ${lastRefunds(book).map(
          (refund) =>
            html`<tr>
              <td>${refund.order}</td>
              <td>${refund.value} ${refund.iso}</td>
              <td>${refund.of}</td>
              <td>${refundWords[stateOfRefund(refund)]}</td>
            </tr>`,
        )}
      </table>
      <h2>Last credits</h2>
      <table>
        ${lastCredits(book).map(
          (credit) =>
            html`<tr>
              <td>${credit.order}</td>
              <td>${credit.value} ${credit.iso}</td>
              <td>${credit.rail}</td>
              <td>${creditWords[credit.end?.state ?? 'QUEUED']}</td>
            </tr>`,
        )}
      </table>
    `;
    return sendPage(reply, 'Sandbox Bank', body);
  });
}

function lastCharges(book: OrderBook) {
  return book.allCharges().slice(-ordersShown).toReversed();
}

function lastRefunds(book: OrderBook): readonly Refund[] {
  return book.refunds.all().slice(-ordersShown).toReversed();
}

function lastCredits(book: OrderBook): readonly Credit[] {
  return book.allCredits().slice(-ordersShown).toReversed();
}
