import { isEmail, isLocale } from 'class-validator';
import type { GeneralForm, GeneralForms } from '#domain/methods/field-rules';

/** Digits among what people write between them: five at least (contract §5). */
export const phonePattern = /^(?=(?:\D*\d){5})\+?[0-9 ()-]{5,24}$/;

/** The forms that fields of any name have in common (contract §5), each with its one rule. */
export const generalForms: GeneralForms = {
  email: { accepts: (text) => isEmail(text), problem: 'must be an e-mail address' },
  phone: {
    accepts: (text) => phonePattern.test(text),
    problem: 'must be 5 to 24 digits, spaces, brackets or hyphens, five of them digits, with or without +',
  },
};

/** BCP 47, in which an underscore is read as a hyphen (contract §5). */
export const languageTag: GeneralForm = {
  accepts: (text) => isLocale(readLanguageTag(text)),
  problem: 'must be a BCP 47 language tag',
};

/** `pt_BR` to `pt-BR`. */
export function readLanguageTag(sent: string): string {
  return sent.replaceAll('_', '-');
}
