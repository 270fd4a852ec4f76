/** `unclear`: no evidence against one name, and too little for it. */
export type NameComparison = 'same' | 'other' | 'unclear';

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  ł: 'l',
  þ: 'th',
  ŋ: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ı: 'i',
};

/** The beneficiary of a payout; names default to the customer's (contract §6). Empty if there is no name. */
export function beneficiaryName(
  requisites: Readonly<Record<string, string>>,
  customer: Readonly<Record<string, string>>,
): string {
  const first = requisites['beneficiary_first_name'] ?? customer['first_name'];
  const last = requisites['beneficiary_last_name'] ?? customer['last_name'];
  return [first, last].filter((part) => part !== undefined).join(' ');
}

/** Minimum number of common words: a first name alone does not identify a person. */
const commonMin = 2;

/**
 * Whether two writings are of one name: the rule by which the holder of an account is compared with the beneficiary of a
 * payout (docs/providers/paystack.md). Case, accents, punctuation and the order of words do not count. Every word of the
 * shorter name must be in the longer one, each for itself; a letter alone stands for a word that begins with it. That is one
 * name if at least two words are in common and one of them is written out, or if the names are one and the same word.
 */
export function compareNames(one: string, other: string): NameComparison {
  const [shorter, longer] = [wordsOf(one), wordsOf(other)];
  if (shorter.length > longer.length) return compareNames(other, one);
  if (isMasked(one) || isMasked(other)) return 'unclear';
  if (isLatin(shorter) !== isLatin(longer)) return 'unclear';
  const { written, left } = takeEqual(shorter, longer);
  if (!standFor(left.shorter, left.longer)) return 'other';
  const isEnough = written > 0 && (shorter.length >= commonMin || longer.length === 1);
  return isEnough ? 'same' : 'unclear';
}

/** Whether a provider or bank shows only parts of the name, such as `A** L*******`. */
function isMasked(name: string): boolean {
  return name.includes('*');
}

/** `O’Brien` is one word, and `Anne-Marie` are two. */
function wordsOf(name: string): readonly string[] {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’‘ʼ`]/gu, '')
    .replaceAll(/\p{L}/gu, (letter) => plainLetters[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isLatin(words: readonly string[]): boolean {
  return /[a-z]/.test(words.join(''));
}

/** Removes the equal words of both names. `written`: number of equal words with more than one letter. */
function takeEqual(shorter: readonly string[], longer: readonly string[]) {
  const rest = [...longer];
  const equal: string[] = [];
  const unequal = shorter.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) equal.push(...rest.splice(at, 1));
    return at < 0;
  });
  const written = equal.filter((word) => word.length > 1).length;
  return { written, left: { shorter: unequal, longer: rest } };
}

/** Whether each word of `shorter` has a partner of its own in `longer`, where one is the initial of the other. */
function standFor(shorter: readonly string[], longer: readonly string[]): boolean {
  const rest = [...longer];
  return shorter.every((word) => {
    const at = rest.findIndex((partner) => isInitial(word, partner) || isInitial(partner, word));
    if (at < 0) return false;
    rest.splice(at, 1);
    return true;
  });
}

function isInitial(letter: string, word: string): boolean {
  return [...letter].length === 1 && word.startsWith(letter);
}
