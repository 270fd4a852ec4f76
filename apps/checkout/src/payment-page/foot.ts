import { shopLinks } from '#domain/configuration/configuration';
import { html, type Html } from '#runtime/html';
import { icon } from '../html/icon.js';
import { languageChoices, languageNames } from '../languages/language-choice.js';
import type { PageContent } from './page-content.js';

/** The same below every page of a payment: a word of caution, the shop's pages, the other languages. */
export function footSection({ words, brand, place, path }: PageContent): Html {
  const links = shopLinks.flatMap((link) => {
    const url = brand.links[link];
    return url === undefined ? [] : [html`<li><a href="${url}">${words.links[link]}</a></li>`];
  });
  const spoken = words.language.split('-')[0];
  const choices = languageChoices.map((choice) =>
    choice === spoken
      ? html`<li lang="${choice}" aria-current="true">${languageNames[choice]}</li>`
      : html`<li>
          <a
            href="${path}/language?to=${choice}&amp;at=${place}"
            rel="nofollow"
            lang="${choice}"
            hreflang="${choice}"
            >${languageNames[choice]}</a
          >
        </li>`,
  );
  return html`<footer class="foot">
    <p class="caution">${icon('lock')} <span>${words.caution}</span></p>
    ${
      links.length === 0
        ? undefined
        : html`<ul>
            ${links}
          </ul>`
    }
    <ul class="languages" aria-label="${words.languageChoice}">
      ${choices}
    </ul>
  </footer>`;
}
