// Stryker disable BlockStatement: with an empty `catch`, the result is undefined as well

/**
 * The parsed URL; undefined if the text is not a URL. Not by `URL.canParse`: once it has been compiled, Node 20 has it refuse
 * addresses with letters such as `ü`.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
