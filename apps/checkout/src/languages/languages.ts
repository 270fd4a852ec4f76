import { english } from './en.js';
import { spanish } from './es.js';
import { portuguese } from './pt.js';
import type { Language, Words } from './words.js';

export const languages: Readonly<Record<Language, Words>> = {
  en: english,
  es: spanish,
  pt: portuguese,
};

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}
