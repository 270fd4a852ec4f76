import type { Failure, Words } from '../languages/words.js';
import { html, type Html } from '#runtime/html';
import { layout } from './layout.js';
import { icon } from './icon.js';

/** The page for everything that is no page of a known link. Shows nothing of any payment. */
export function failurePage(words: Words, failure: Failure): Html {
  const { heading, sentence } = words.failures[failure];
  // The page's own address, asked for with GET whatever was posted to it: where there is a payment, it is shown.
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
    </section>`,
  });
}

/** Asking again brings nothing else. */
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
