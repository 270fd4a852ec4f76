/** A request that Swagger UI is about to send, and to show as a command. `userFetch` sends it in place of `fetch`. */
type Outgoing = {
  readonly url: string;
  readonly method?: string;
  readonly body?: unknown;
  headers: object;
  userFetch?: (url: string, request: Outgoing) => Promise<unknown>;
};
type Page = {
  readonly location: { readonly href: string; readonly search: string };
  readonly ui: {
    getConfigs(): { readonly developmentKey: { readonly keyId: string; readonly secret: string } };
  };
};

/**
 * Signs a request of the page with the development key (contract §2), in the browser: its text is sent there, so it may
 * use nothing from outside. Browsers set no `Date` for a script; `X-Date` stands for it, see `takeDateOfPage`. Only the request has
 * it: the command that the page shows has `Date`, which a terminal does send.
 */
export async function signInBrowser(request: Outgoing): Promise<Outgoing> {
  const { location, ui } = globalThis as unknown as Page;
  const { host, pathname, search } = new URL(request.url, location.href);
  if (!pathname.startsWith('/v2/')) return request;
  const { keyId, secret } = ui.getConfigs().developmentKey;
  const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const encode = (text: string) => new TextEncoder().encode(text);
  const { subtle } = globalThis.crypto;

  const date = new Date().toUTCString();
  const body = typeof request.body === 'string' ? request.body : '';
  const digest = `SHA-256=${base64(await subtle.digest('SHA-256', encode(body)))}`;
  const target = `${(request.method ?? 'GET').toLowerCase()} ${pathname}${search}`;
  const text = `(request-target): ${target}\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`;
  const bytes = Uint8Array.from(atob(secret), (character) => character.charCodeAt(0));
  const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = base64(await subtle.sign('HMAC', key, encode(text)));

  const chosenKeyId = new URLSearchParams(location.search).get('key') ?? keyId;
  const covered = '(request-target) host date digest';
  const parameters = `keyId="${chosenKeyId}",algorithm="hmac-sha256",headers="${covered}",signature="${signature}"`;
  request.headers = {
    ...request.headers,
    'Content-Type': 'application/json',
    Date: date,
    Digest: digest,
    Authorization: `Signature ${parameters}`,
  };
  request.userFetch = (url, { headers, ...rest }) =>
    fetch(url, { ...(rest as object), headers: { ...headers, 'X-Date': date } });
  return request;
}
