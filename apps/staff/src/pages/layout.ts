import { html, type Html } from '#runtime/html';
import { openLists } from '#persistence/staff/open-lists';
import { assets } from './assets.js';

/** Of the heading of the page. */
export const titleId = 'title';

/** The pages that the head of each page leads to, by their addresses. */
const navigation: Readonly<Record<string, string>> = {
  '/transactions': 'Transactions',
  ...Object.fromEntries(Object.entries(openLists).map(([name, { title }]) => [`/lists/${name}`, title])),
  '/finance': 'Finance by day',
  '/audit': 'Changes',
  '/configuration': 'Configuration',
};

/** A complete page: the search and the lists are on each. */
export function layout(page: {
  readonly title: string;
  readonly body: Html;
  /** What was searched for. */
  readonly words?: string;
  /** The address of the page, if the head leads to it. */
  readonly at?: string;
  readonly viewer?: string | undefined;
}): Html {
  const { title, body, words = '', at, viewer } = page;
  const links = Object.entries(navigation).map(
    ([address, label]) =>
      html`<li>
        <a href="${address}" ${address === at ? html`aria-current="page"` : undefined}>${label}</a>
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
              aria-label="Reference or part of it, number, identifier, or provider’s id"
              placeholder="Reference, number or id"
            />
            <button>Find</button>
          </form>
          ${viewer === undefined ? undefined : html`<p class="viewer">${viewer}</p>`}
          <nav aria-label="Pages">
            <ul>
              ${links}
            </ul>
          </nav>
        </header>
        <main>
          <h1 id="${titleId}">${title}</h1>
          ${body}
        </main>
        <footer>All times are UTC.</footer>
      </body>
    </html> `;
}
