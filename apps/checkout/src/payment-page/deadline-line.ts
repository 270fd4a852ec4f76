import { methodOf } from '#domain/methods/find-method';
import { timeZoneOf } from '#domain/time-zones';
import { html, type Html } from '../html/html.js';
import { formatInstant } from '../languages/format-instant.js';
import type { PageContent } from './page-content.js';

/** Until when it can be paid, in the time of the method's country; the script adds how long that is. */
export function deadlineLine(
  { payment: { type, style, method }, words }: Pick<PageContent, 'payment' | 'words'>,
  until: string,
): Html {
  const { country } = methodOf(type, style, method);
  const shown = formatInstant(until, words.language, timeZoneOf(country));
  return html`<p class="deadline">
    ${words.labels.payBy} <time datetime="${until}">${shown}</time>
    <span class="left" data-until="${until}" data-text="${words.script.timeLeft}"></span>
  </p>`;
}
