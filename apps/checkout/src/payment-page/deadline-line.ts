import { methodOf } from '#domain/methods/find-method';
import { timeZoneOf } from '#domain/time-zones';
import { html, type Html } from '../html/html.js';
import { formatInstant } from '../languages/format-instant.js';
import type { PageContent } from './page-content.js';

const dayMs = 86_400_000;

/**
 * Until when it can be paid, in the time of the method's country; without the day where that is soon. The script adds
 * how long it is, and puts its own time where there is no country.
 */
export function deadlineLine(
  { payment: { type, style, method }, words, now }: Pick<PageContent, 'payment' | 'words' | 'now'>,
  until: string,
): Html {
  const { country } = methodOf(type, style, method);
  const isSoon = Date.parse(until) - now.getTime() < dayMs;
  const shown = formatInstant(until, words.language, timeZoneOf(country), isSoon ? 'time' : 'date');
  return html`<p class="deadline">
    ${words.labels.payBy}
    <time datetime="${until}" ${isSoon && country === undefined ? html`data-local` : undefined}
      >${shown}</time
    >
    <span class="left" data-until="${until}" data-text="${words.script.timeLeft}"></span>
  </p>`;
}
