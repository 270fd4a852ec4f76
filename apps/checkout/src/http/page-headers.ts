const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // The script asks how the payment stands, and nobody else.
  "connect-src 'self'",
  "img-src 'self'",
  // Browsers apply this to every redirect after a form as well: a page, never a redirect, leads to another origin.
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Contract §10: what every page is sent with. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;
