import { shopLinks } from '#domain/configuration/page-look';
import { html, type Html } from '#runtime/html';

import { languageChoices, languageNames, type LanguageChoice } from '../languages/language-choice.js';
import type { Words } from '../languages/words.js';
import type { PageContent } from '../payment-page/page-content.js';
import { icon } from './icon.js';

/** The same below every page of a payment: a word of caution, the shop's pages, the other languages. */
export function footSection({ words, brand, place, path }: PageContent): Html {
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

/** The languages of a page, by links to where each is chosen. `addressOf` gives a path or a query. */
export function languageList(words: Words, addressOf: (choice: LanguageChoice) => string): Html {
  const spoken = words.language.split('-')[0];
  const choices = languageChoices.map((choice) =>
    choice === spoken
      ? html`<li lang="${choice}" aria-current="true">${languageNames[choice]}</li>`
      : html`<li>
          <a href="${addressOf(choice)}" rel="nofollow" lang="${choice}" hreflang="${choice}"
            >${languageNames[choice]}</a
          >
        </li>`,
  );
  return html`<ul class="languages" aria-label="${words.languageChoice}">
    ${choices}
  </ul>`;
}
