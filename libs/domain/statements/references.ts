/** `<identifier>-<n>`: the form of our references towards providers. */
const ourForm = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d+(?![\w-])/gi;

/** Our reference towards a provider inside a text: a whole word, and the only one. Banks may write it in capitals. */
export function ourReferenceIn(text: string): string | undefined {
  const found = new Set([...text.matchAll(ourForm)].map(([reference]) => reference.toLowerCase()));
  const [first] = found;
  return found.size === 1 ? first : undefined;
}

/** True for a text that is our reference and nothing else. */
export function isOurReference(text: string): boolean {
  return ourReferenceIn(text) === text;
}

/**
 * What is kept of a provider's reference: ours, wherever it stands in the text, or one word with a digit in it. A text of several
 * words may name a person, and is dropped (contract §16.2).
 */
export function referenceIn(text: string): string | undefined {
  const trimmed = text.trim();
  return ourReferenceIn(trimmed) ?? (isReferenceWord(trimmed) ? trimmed : undefined);
}

/**
 * The words of a bank's text that can be a reference, each once: with a digit, and no account number. Names and free texts
 * are dropped (contract §16.2).
 */
export function referenceWords(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap((text) => {
    const ours = ourReferenceIn(text);
    return [...(ours === undefined ? [] : [ours]), ...text.split(/[^\w.:/-]+/)];
  });
  const bare = words.map((word) => word.replace(/^[.:/-]+|[.:/-]+$/g, ''));
  return [
    ...new Set(bare.filter((word) => word.length >= wordMin && isReferenceWord(word) && !isIban(word))),
  ];
}

function isReferenceWord(text: string): boolean {
  return /^[\w.:/-]{1,128}$/.test(text) && /\d/.test(text);
}

function isIban(word: string): boolean {
  return /^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/i.test(word);
}

/** A shorter word is a day, a house number or an amount. */
const wordMin = 6;
