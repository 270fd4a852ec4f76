import { shopLinks } from '#domain/configuration/page-look';
import { html, type Html } from '#runtime/html';
import type { ScriptName } from '../assets/asset-files.js';
import { icon } from '../html/icon.js';
import { languageList } from '../html/language-list.js';
import { layout, type Refresh } from '../html/layout.js';
import { instructionsSection } from './instructions.js';
import type { PageContent } from './page-content.js';
import { endedSection, formSection, stoppedSection, summarySection, waitingSection } from './sections.js';
import { keptUntil, pageState } from './view.js';

/** How often the script of an open page polls the state of the payment. */
const askEverySeconds = { form: 15, stopped: 15, leaving: 5, instructions: 5, waiting: 2, ended: 0 } as const;

const leavingSeconds = 1;
const waitingSeconds = 3;
/** Long enough to read and copy before the page reloads. */
const instructionsSeconds = 10;
/** A receipt can be looked at, and an error takes longer. */
const onwardSeconds = { success: 8, cancelled: 3, declined: 12, error: 12, expired: 12 } as const;

/** The whole page: a summary of what is paid to whom, and the state of the payment or what to do next. */
export function paymentPage(page: PageContent): Html {
  const { words, brand, view, place, path } = page;
  const isAskedAgain = view.kind === 'form' && view.asksCard && page.payment.tries > 0;
  const problem = page.problem ?? (isAskedAgain ? 'cardDeclined' : undefined);
  const ownPath = place === 'return' ? `${path}/return` : path;
  const refresh = refreshOf(page);
  const postsItself = view.kind === 'form' && !view.asksCard && place === 'page' && page.isVisited;
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
      'at-once': view.kind === 'waiting' && place === 'return' ? 'yes' : undefined,
      onward: isOnward ? refresh.url : undefined,
      seconds: isOnward ? String(refresh.seconds) : undefined,
      'posts-itself': postsItself ? 'yes' : undefined,
      offline: words.script.offline,
      busy: words.script.busy,
    },
    scripts: scriptsOf(page),
    body: html`
      ${page.isTestMode ? html`<p class="test-mode">${words.testMode}</p>` : undefined}
      ${summarySection(page)}
      <div class="step">
        ${problem && html`<p class="problem" id="problem" role="alert">${words.problems[problem]}</p>`}
        ${viewSection(page)}
        <p class="live" role="status" data-live></p>
      </div>
      ${footSection(page)}
    `,
  });
}

/** The card form comes first: it stops a form with mistakes from being sent. The ticket is for what is paid later and elsewhere. */
function scriptsOf({ view, payment }: PageContent): readonly ScriptName[] {
  if (view.kind === 'form' && view.asksCard) return ['card-form.js', 'checkout.js'];
  const isKept =
    view.kind === 'instructions' && keptUntil(view.challenge, payment.payableUntil) !== undefined;
  return isKept ? ['checkout.js', 'ticket.js'] : ['checkout.js'];
}

/** The part of the page that changes with the payment. */
function viewSection(page: PageContent): Html {
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

/** When and where the page moves on by itself; never while the customer has to decide something. */
function refreshOf({ view, place, path }: Pick<PageContent, 'view' | 'place' | 'path'>): Refresh | undefined {
  switch (view.kind) {
    case 'form':
    case 'stopped':
      return undefined;
    case 'leaving':
      return { seconds: leavingSeconds, url: view.url };
    case 'instructions':
      return { seconds: instructionsSeconds, url: path };
    case 'waiting':
      return { seconds: waitingSeconds, url: place === 'return' ? `${path}/return` : path };
    case 'ended':
      if (view.url === undefined || view.isPast) return undefined;
      return { seconds: onwardSeconds[view.outcome], url: view.url };
  }
}

/** The same below every page of a payment: a word of caution, the shop's pages, the other languages. */
function footSection({ words, brand, place, path }: PageContent): Html {
  const links = shopLinks.flatMap((link) => {
    const url = brand.links[link];
    return url === undefined ? [] : [html`<li><a href="${url}">${words.links[link]}</a></li>`];
  });
  return html`<footer class="foot">
    <p class="caution">${icon('lock')} <span>${words.caution}</span></p>
    ${
      links.length === 0
        ? undefined
        : html`<ul>
            ${links}
          </ul>`
    }
    ${languageList(words, (choice) => `${path}/language?to=${choice}&at=${place}`)}
  </footer>`;
}
