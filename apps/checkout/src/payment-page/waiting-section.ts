import { html, type Html } from '../html/html.js';
import type { PageContent } from './page-content.js';

/** What is done, what is waited for, and that nothing is lost by leaving. */
export function waitingSection({ words, place, path }: PageContent): Html {
  const { waiting, checkNow, backToPayment } = words;
  const [sent, confirming, done] = waiting.stages;
  return html`<section class="outcome">
    <div class="spinner" aria-hidden="true"></div>
    <h1>${waiting.heading}</h1>
    <p>${waiting.sentence}</p>
    <ol class="stages">
      <li class="done">${sent}</li>
      <li aria-current="step">${confirming}</li>
      <li>${done}</li>
    </ol>
    <p class="hint">${waiting.later}</p>
    <p class="ways"><a class="button" href="${path}">${place === 'return' ? backToPayment : checkNow}</a></p>
  </section>`;
}
