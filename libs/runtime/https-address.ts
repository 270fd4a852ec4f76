/** Why an address is not safe for browsers, which send card data and cookies there. */
export function httpsAddressProblem(text: string): string | undefined {
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? undefined : 'must be an https address';
}
