import { isLanguageChoice } from './language-choice.js';
import type { Language } from './words.js';

const fallback: Language = 'en';

/**
 * The language of a page. `locale` is the BCP 47 tag in the merchant's request; English if we do not support it (contract
 * §5). Without it the browser's `Accept-Language` decides, highest quality first, else English. Portuguese is that of the
 * method's country, whatever the tag says.
 */
export function chooseLanguage(
  locale: string | undefined,
  acceptLanguage: string | undefined,
  country?: string,
): Language {
  if (locale !== undefined) return languageOf(locale, country) ?? fallback;
  const wishes = (acceptLanguage ?? '').split(',').map(readWish);
  const wanted = wishes
    .filter((wish) => wish.quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const { tag } of wanted) {
    const language = languageOf(tag, country);
    if (language) return language;
  }
  return fallback;
}

type Wish = { readonly tag: string; readonly quality: number };

function readWish(text: string): Wish {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

function languageOf(tag: string, country: string | undefined): Language | undefined {
  const spoken = tag.split('-')[0]?.toLowerCase();
  if (!isLanguageChoice(spoken)) return undefined;
  if (spoken === 'pt') return country === 'PT' ? 'pt-PT' : 'pt-BR';
  return spoken;
}
