import { html, type Html } from '../html/html.js';
import type { Refresh } from '../html/layout.js';
import { formatAmount } from '../languages/format-amount.js';
import { cardSection } from './card-section.js';
import { instructionsSection } from './instructions-section.js';
import type { PageContent } from './page-content.js';

const leavingSeconds = 1;
const waitingSeconds = 3;
/** Long enough to read and to copy before the page is fresh again. */
const instructionsSeconds = 10;
const endedSeconds = 3;

/** When and where the page goes on by itself; never while the customer has something to decide. */
export function refreshOf({ view, place, path }: PageContent): Refresh | undefined {
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
      return view.url === undefined ? undefined : { seconds: endedSeconds, url: view.url };
  }
}

/** The part of the page that changes with the payment. */
export function viewSection(page: PageContent): Html {
  const { view, words, merchantName } = page;
  switch (view.kind) {
    case 'form':
      return formSection(page, view);
    case 'stopped':
      return stoppedSection(page);
    case 'leaving':
      return message(
        words.leaving,
        html`<a class="button main" href="${view.url}">${words.leaving.link}</a>`,
      );
    case 'instructions':
      return message(words.instructions, instructionsSection(view.challenge, page));
    case 'waiting':
      return message(words.waiting, waitingLink(page));
    case 'ended':
      return message(
        words.outcomes[view.outcome],
        view.url && html`<a class="button main" href="${view.url}">${words.continueTo(merchantName)}</a>`,
      );
  }
}

/**
 * Contract §10: one form, posted with its hidden fields and `action=pay` or `action=cancel`. It is checked by us alone,
 * so that what is wrong is said in the page's language and a customer may always cancel.
 */
function formSection(
  { payment, words, path, proof, faults = {} }: PageContent,
  { asksCard }: { readonly asksCard: boolean },
): Html {
  const { form, card, language } = words;
  return message(
    asksCard ? card : form,
    html`<form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      ${asksCard ? cardSection(words, faults) : undefined}
      <button class="main" name="action" value="pay">${form.pay(formatAmount(payment, language))}</button>
      <button name="action" value="cancel">${form.cancel}</button>
    </form>`,
  );
}

/** The form without a card: nothing but to cancel is left. */
function stoppedSection({ words, path, proof }: PageContent): Html {
  return message(
    words.stopped,
    html`<form method="post" action="${path}" novalidate>
      <input type="hidden" name="form" value="${proof}" />
      <button name="action" value="cancel">${words.form.cancel}</button>
    </form>`,
  );
}

function waitingLink({ words, place, path }: PageContent): Html {
  const label = place === 'return' ? words.backToPayment : words.checkNow;
  return html`<a href="${path}">${label}</a>`;
}

function message(
  { heading, sentence }: { readonly heading: string; readonly sentence: string },
  content: Html | string | undefined,
): Html {
  return html`<section>
    <h1>${heading}</h1>
    <p>${sentence}</p>
    ${content}
  </section>`;
}
