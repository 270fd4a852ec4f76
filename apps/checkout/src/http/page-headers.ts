const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // The script asks our own server for the state of the payment.
  "connect-src 'self'",
  "img-src 'self'",
  // Browsers apply this to redirects after a form too, so only a page leads to another origin, never a redirect.
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Browser features that no page uses. */
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

/** One year, for this host only. */
const transportSecurity = 'max-age=31536000';

/** The headers of every page (contract §10). `isSecure`: browsers reach the pages over https. */
export function pageHeaders({ isSecure }: { readonly isSecure: boolean }): Readonly<Record<string, string>> {
  return isSecure ? { ...commonHeaders, 'strict-transport-security': transportSecurity } : commonHeaders;
}
