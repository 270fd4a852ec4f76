/** A document's number in the one way in which two are compared: upper case, without the separators people write. */
export function plainDocument(text: string): string {
  return text.toUpperCase().replaceAll(/[\s./-]/g, '');
}
