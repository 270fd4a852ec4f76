import { arabic } from './ar.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { dutch } from './nl.js';
import { brazilianPortuguese } from './pt-br.js';
import { europeanPortuguese } from './pt-pt.js';
import type { Language, Words } from './words.js';

export const languages: Readonly<Record<Language, Words>> = {
  en: english,
  es: spanish,
  'pt-BR': brazilianPortuguese,
  'pt-PT': europeanPortuguese,
  fr: french,
  nl: dutch,
  ar: arabic,
};
