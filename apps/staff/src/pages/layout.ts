import { html, type Html } from '#runtime/html';
import { openLists } from '#persistence/staff/open-lists';
import { assets } from './assets.js';

/** Of the heading of the page. */
export const titleId = 'title';

/** A complete page: the search and the lists are on each. */
export function layout(page: {
  readonly title: string;
  readonly body: Html;
  /** What was searched for. */
  readonly words?: string;
  /** The list that is shown. */
  readonly list?: string;
  readonly viewer?: string;
}): Html {
  const { title, body, words = '', list, viewer } = page;
  const finance = html`<li>
    <a href="/finance" ${list === 'finance' ? html`aria-current="page"` : undefined}>Finance by day</a>
  </li>`;
  const links = Object.entries(openLists).map(
    ([name, { title: label }]) =>
      html`${name === 'statements' ? finance : undefined}
        <li>
          <a href="/lists/${name}" ${name === list ? html`aria-current="page"` : undefined}>${label}</a>
        </li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>${title} – Payments</title>
        <link rel="icon" href="${assets.icon.path}" />
        <link rel="stylesheet" href="${assets.stylesheet.path}" />
      </head>
      <body>
        <header>
          <a class="home" href="/">Payments</a>
          <form action="/search" role="search">
            <input
              type="search"
              name="q"
              value="${words}"
              required
              maxlength="255"
              autocomplete="off"
              spellcheck="false"
              aria-label="Identifier, reference or provider’s id"
              placeholder="Reference or identifier"
            />
            <button>Find</button>
          </form>
          <nav aria-label="Lists">
            <ul>
              ${links}
            </ul>
          </nav>
          ${viewer === undefined ? undefined : html`<p class="viewer">${viewer}</p>`}
        </header>
        <main>
          <h1 id="${titleId}">${title}</h1>
          ${body}
        </main>
        <footer>All times are UTC.</footer>
      </body>
    </html> `;
}
