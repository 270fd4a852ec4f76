import { html, type Html } from '../html/html.js';
import type { PageContent } from './page-content.js';

/** The form without a card: nothing but to cancel is left. */
export function stoppedSection({ words, path, proof }: Pick<PageContent, 'words' | 'path' | 'proof'>): Html {
  return html`<section>
    <h1>${words.stopped.heading}</h1>
    <p>${words.stopped.sentence}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      <button class="quiet" name="action" value="cancel">${words.form.cancel}</button>
    </form>
  </section>`;
}
