import { methodOf } from '#domain/methods/find-method';
import { timeZoneOf } from '#domain/time-zones';
import { html, type Html } from '../html/html.js';
import { icon, type IconName } from '../html/icon.js';
import { formatInstant } from '../languages/format-instant.js';
import type { Message, Outcome } from '../languages/words.js';
import type { EndedView } from './choose-view.js';
import type { PageContent } from './page-content.js';

const icons: Readonly<Record<Outcome, IconName>> = {
  success: 'success',
  cancelled: 'cancelled',
  declined: 'declined',
  error: 'warning',
  expired: 'expired',
};

/** How it ended, why, and the way back: a link where the merchant gave an address, else words. */
export function endedSection(page: PageContent, view: EndedView): Html {
  const { words, brand } = page;
  const { heading, sentence } = messageOf(page, view);
  const way = view.outcome === 'success' ? words.continueTo(brand.name) : words.backTo(brand.name);
  return html`<section class="outcome">
    ${icon(icons[view.outcome])}
    <h1>${heading}</h1>
    <p>${sentence}</p>
    ${view.outcome === 'declined' ? html`<p>${words.declined[view.reason]}</p>` : undefined}
    ${
      view.url === undefined
        ? html`<p class="hint">${words.goBackYourself(brand.name)}</p>`
        : html`<p class="ways"><a class="button main" href="${view.url}">${way}</a></p>
            <p class="onward" hidden data-onward-text="${words.script.onward}">
              <span></span>
              <button type="button" class="link" data-stay>${words.script.stay}</button>
            </p>`
    }
  </section>`;
}

function messageOf({ payment, words }: PageContent, { outcome, isPast }: EndedView): Message {
  const { type, style, method, finishedAt } = payment;
  if (outcome !== 'success' || !isPast || finishedAt === undefined) return words.outcomes[outcome];
  const zone = timeZoneOf(methodOf(type, style, method).country);
  const { heading, sentence } = words.paidBefore;
  return { heading, sentence: sentence(formatInstant(finishedAt.toISOString(), words.language, zone)) };
}
