import type { Failure, Words } from '../languages/words.js';
import { html, type Html } from './html.js';
import { layout } from './layout.js';

/** The page for everything that is no page of a known link. Shows nothing of any payment. */
export function failurePage(words: Words, failure: Failure): Html {
  const { heading, sentence } = words.failures[failure];
  return layout({
    language: words.language,
    title: heading,
    body: html`
      <h1>${heading}</h1>
      <p>${sentence}</p>
    `,
  });
}
