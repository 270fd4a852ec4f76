import type { Failure, Words } from '../languages/words.js';
import { html, type Html } from '#runtime/html';
import { layout } from './layout.js';
import { icon } from './icon.js';
import { languageList } from './language-list.js';

/** Chooses the language of such a page: without a payment, the choice has to travel in its address. */
export const languageQuery = 'language';

/** The page for every request that does not lead to a payment's page. It shows nothing of any payment. */
export function failurePage(words: Words, failure: Failure): Html {
  const { heading, sentence } = words.failures[failure];
  // A GET of the page's own address, even after a POST: if there is a payment, it is shown.
  const again = html`<p class="ways"><a class="button main" href="">${words.reload}</a></p>`;
  return layout({
    language: words.language,
    title: heading,
    state: failureStates[failure],
    body: html`<section class="step outcome">
        ${icon('warning')}
        <h1>${heading}</h1>
        <p>${sentence}</p>
        ${isLasting(failure) ? undefined : again}
      </section>
      <footer class="foot">${languageList(words, (choice) => `?${languageQuery}=${choice}`)}</footer>`,
  });
}

/** Trying again makes no difference. */
function isLasting(failure: Failure): boolean {
  return failure === 'unknownLink' || failure === 'expiredLink';
}

const failureStates: Readonly<Record<Failure, string>> = {
  unknownLink: 'unknown-link',
  expiredLink: 'expired-link',
  refused: 'refused',
  tooMany: 'too-many',
  unavailable: 'unavailable',
};
