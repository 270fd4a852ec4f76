/** Path of a payment's hosted page below the checkout's address; the token is derived from its identifier. */
export function paymentPagePath(token: string): string {
  return `/p/${token}`;
}

/** Where a provider sends the customer's browser back to. */
export function paymentReturnPath(token: string): string {
  return `${paymentPagePath(token)}/return`;
}
