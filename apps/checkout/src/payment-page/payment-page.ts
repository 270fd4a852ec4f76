import { html, type Html } from '../html/html.js';
import { icon } from '../html/icon.js';
import { layout } from '../html/layout.js';
import type { PageContent } from './page-content.js';
import { pageState } from './page-state.js';
import { refreshOf } from './refresh-of.js';
import { summarySection } from './summary-section.js';
import { viewSection } from './view-section.js';

/** How often the script of an open page asks how the payment stands. */
const askEverySeconds = { form: 15, stopped: 15, leaving: 5, instructions: 5, waiting: 2, ended: 0 } as const;

/** The whole page: what is paid to whom, and beside it what stands or what to do. */
export function paymentPage(page: PageContent): Html {
  const { words, brand, view, place, path, problem } = page;
  const ownPath = place === 'return' ? `${path}/return` : path;
  const refresh = refreshOf(page);
  const isOnward = refresh !== undefined && refresh.url !== ownPath;
  return layout({
    language: words.language,
    title: words.titleOf(brand.name),
    state: pageState(view),
    brand,
    refresh,
    data: {
      page: ownPath,
      status: view.kind === 'ended' ? undefined : `${path}/status?at=${place}`,
      every: String(askEverySeconds[view.kind]),
      onward: isOnward ? refresh.url : undefined,
      seconds: isOnward ? String(refresh.seconds) : undefined,
      offline: words.script.offline,
      busy: words.script.busy,
    },
    // The card form checks first: what it stops is not sent.
    scripts: view.kind === 'form' && view.asksCard ? ['card-form.js', 'checkout.js'] : ['checkout.js'],
    body: html`
      ${summarySection(page)}
      <div class="step">
        ${problem && html`<p class="problem" role="alert">${words.problems[problem]}</p>`}
        ${viewSection(page)}
        <p class="live" role="status" data-live></p>
      </div>
      <p class="caution">${icon('lock')} <span>${words.caution}</span></p>
    `,
  });
}
