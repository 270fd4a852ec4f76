import { html, type Html } from '../html/html.js';
import type { Step } from '../languages/words.js';
import type { Instructions } from './choose-view.js';
import type { PageContent } from './page-content.js';
import { webUrl } from './web-url.js';

/** What the customer dials, copies or says elsewhere, and the provider's own page about it where there is one. */
export function instructionsSection(
  challenge: Instructions,
  { words: { instructions, checkNow }, path }: Pick<PageContent, 'words' | 'path'>,
): Html {
  const url = webUrl(challenge.instructionsUrl);
  const link = url && html`<a class="button main" href="${url}">${instructions.link[challenge.type]}</a>`;
  const steps = stepsOf(challenge).map(
    ([step, text]) =>
      html`<dt>${instructions.steps[step]}</dt>
        <dd><code class="copy">${text}</code></dd>`,
  );
  return html`<dl class="steps">${steps}</dl>
    ${link}
    <p><a href="${path}">${checkNow}</a></p>`;
}

function stepsOf(challenge: Instructions): readonly (readonly [Step, string])[] {
  switch (challenge.type) {
    case 'ussd':
      return [['code', challenge.code]];
    case 'bank_transfer_mexico':
      return [['clabe', challenge.clabe]];
    case 'qr':
      return [['payload', challenge.payload]];
    case 'multibanco':
      return [
        ['entity', challenge.entity],
        ['reference', challenge.reference],
      ];
    case 'voucher':
      return [
        ['number', challenge.number],
        ['payBy', challenge.payBy],
      ];
  }
}
