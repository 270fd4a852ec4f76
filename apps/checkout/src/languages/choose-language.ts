import { isLanguage } from './languages.js';
import type { Language } from './words.js';

const fallback: Language = 'en';

/**
 * The language of a page. `locale` is the BCP 47 tag the merchant asked for: one we do not speak is English
 * (contract §5). Without it the browser's `Accept-Language` decides, best quality first, else English.
 */
export function chooseLanguage(locale: string | undefined, acceptLanguage: string | undefined): Language {
  if (locale !== undefined) return languageOf(locale) ?? fallback;
  const wishes = (acceptLanguage ?? '').split(',').map(readWish);
  const wanted = wishes
    .filter((wish) => wish.quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const { tag } of wanted) {
    const language = languageOf(tag);
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

function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-')[0]?.toLowerCase() ?? '';
  return isLanguage(primary) ? primary : undefined;
}
