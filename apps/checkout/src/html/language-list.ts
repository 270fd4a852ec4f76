import { html, type Html } from '#runtime/html';
import { languageChoices, languageNames, type LanguageChoice } from '../languages/language-choice.js';
import type { Words } from '../languages/words.js';

/** The languages of a page, with a link that chooses each. `addressOf` gives a path or a query. */
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
