import { describe, expect, it } from 'vitest';
import { languages } from './languages.js';

/** Every text of a language by its path; functions are called with a word that shows where it went. */
function textsOf(part: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part === 'function') return [[path, (part as (word: string) => string)('WORD')]];
  return Object.entries(part as object).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** Texts that are the same in more than one language. */
const shared = new Set(['CLABE', 'MM/YY']);
const english = new Map(textsOf(languages.en));

describe.each(Object.keys(languages) as (keyof typeof languages)[])('%s', (name) => {
  const texts = textsOf(languages[name]);

  it('has every line, and none that is empty', () => {
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('keeps what is filled in', () => {
    for (const [path, text] of texts) {
      const holes = (line: string) => (line.match(/\{\w+\}|WORD/g) ?? []).toSorted();
      expect([path, holes(text)]).toEqual([path, holes(english.get(path) ?? '')]);
    }
  });
});

const translations = (Object.keys(languages) as (keyof typeof languages)[]).filter((name) => name !== 'en');

describe.each(translations)('%s', (name) => {
  it('is translated', () => {
    const texts = textsOf(languages[name]);
    const same = texts.filter(([path, text]) => text === english.get(path) && !shared.has(text));
    expect(same).toEqual([]);
  });
});

it('Portuguese of Portugal has no words of Brazil', () => {
  const brazilian =
    /você|\bapps?\b|telefone|digit|discar|\bsenha|\blink|comprovante|caixa automático|sendo /i;
  const texts = textsOf(languages['pt-PT']).filter(([path]) => path !== '.language');
  expect(texts.filter(([, text]) => brazilian.test(text))).toEqual([]);
});
