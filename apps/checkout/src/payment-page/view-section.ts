import { html, type Html } from '../html/html.js';
import { endedSection } from './ended-section.js';
import { formSection } from './form-section.js';
import { instructionsSection } from './instructions-section.js';
import type { PageContent } from './page-content.js';
import { stoppedSection } from './stopped-section.js';
import { waitingSection } from './waiting-section.js';

/** The part of the page that changes with the payment. */
export function viewSection(page: PageContent): Html {
  const { view, words } = page;
  switch (view.kind) {
    case 'form':
      return formSection(page, view);
    case 'stopped':
      return stoppedSection(page);
    case 'leaving':
      return html`<section class="outcome">
        <div class="spinner" aria-hidden="true"></div>
        <h1>${words.leaving.heading}</h1>
        <p>${words.leaving.sentence}</p>
        <p class="ways"><a class="button main" href="${view.url}">${words.leaving.link}</a></p>
      </section>`;
    case 'instructions':
      return instructionsSection(page, view.challenge);
    case 'waiting':
      return waitingSection(page);
    case 'ended':
      return endedSection(page, view);
  }
}
