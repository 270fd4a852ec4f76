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

/** What no page of ours asks a browser for. */
const permissionsPolicy = ['camera', 'geolocation', 'microphone', 'payment', 'usb'].map(
  (name) => `${name}=()`,
);

const commonHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy.join(', '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** A year, for this host alone. */
const transportSecurity = 'max-age=31536000';

/** Contract §10: what every page is sent with. `isSecure`: browsers reach the pages over https. */
export function pageHeaders({ isSecure }: { readonly isSecure: boolean }): Readonly<Record<string, string>> {
  return isSecure ? { ...commonHeaders, 'strict-transport-security': transportSecurity } : commonHeaders;
}
