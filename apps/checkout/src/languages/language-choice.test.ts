import { expect, it } from 'vitest';
import { choiceCookie, chosenLanguage, isLanguageChoice } from './language-choice.js';

it('a choice is read back from its cookie, among others, if its language is offered', () => {
  const [pair = ''] = choiceCookie('pt', true).split(';');
  expect(chosenLanguage(`a=b; ${pair}; c=d`)).toBe('pt');
  expect(choiceCookie('pt', true)).toMatch(/; Secure$/);
  for (const header of [
    undefined,
    '',
    'checkout_language=de',
    'checkout_language',
    'xcheckout_language=pt',
  ]) {
    expect(chosenLanguage(header)).toBeUndefined();
  }
  expect(isLanguageChoice('toString')).toBe(false);
});
