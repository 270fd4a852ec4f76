/** What makes an address none that strangers may be sent to: card data and cookies go there. */
export function httpsAddressProblem(text: string): string | undefined {
  return URL.canParse(text) && new URL(text).protocol === 'https:' ? undefined : 'must be an https address';
}
