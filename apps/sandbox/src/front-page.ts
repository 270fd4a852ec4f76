import type { FastifyInstance } from 'fastify';
import { html } from '#runtime/html';
import { stateOf } from './charges/charge.js';
import type { Credit } from './credits/credit.js';
import type { OrderBook } from './orders/order-book.js';
import { cardScenarios, scenarios } from './orders/scenarios.js';
import { sendPage } from './pages/page.js';

const ordersShown = 20;

/** What this program is, its scenarios, and the last charges and credits. */
export function addFrontPage(server: FastifyInstance, book: OrderBook): void {
  server.get('/', (_request, reply) => {
    const body = html`
      <h1>Sandbox Bank</h1>
      <p>
        A simulated payment provider. Name a scenario in <code>extra.meta.sandbox</code>, or use a card
        number.
      </p>
      <h2>Scenarios</h2>
      <table>
        <tr>
          <th>Name</th>
          <th>Ends</th>
          <th>Create call gets</th>
          <th>Callbacks</th>
        </tr>
        ${Object.entries(scenarios).map(
          ([name, row]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${row.end}</td>
              <td>${row.answer}</td>
              <td>${row.notifications}</td>
            </tr>`,
        )}
      </table>
      <h2>Cards</h2>
      <ul>
        ${Object.entries(cardScenarios).map(([pan, name]) => html`<li><code>${pan}</code> ${name}</li>`)}
      </ul>
      <h2>Last charges</h2>
      <table>
        ${lastCharges(book).map(
          (charge) =>
            html`<tr>
              <td><a href="/instructions/${encodeURIComponent(charge.order)}">${charge.order}</a></td>
              <td>${charge.value} ${charge.iso}</td>
              <td>${charge.instrument}</td>
              <td>${stateOf(charge)}</td>
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
              <td>${credit.end?.state ?? 'QUEUED'}</td>
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

function lastCredits(book: OrderBook): readonly Credit[] {
  return book.allCredits().slice(-ordersShown).toReversed();
}
