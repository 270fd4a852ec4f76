import { request } from 'undici';
import { signRequest } from '#gateway/signature/sign-request';

export type MerchantClientOptions = {
  /** Where the API is, without a slash at the end. */
  readonly apiUrl: string;
  readonly keyId: string;
  /** Base64 of 32 bytes. */
  readonly secret: string;
  /** The `Host` to sign and send; else the one of `apiUrl`. */
  readonly host?: string | undefined;
};

export type Answer = {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** From sending to the last byte of the answer. */
  readonly milliseconds: number;
};

export type MerchantClient = {
  /** Signs and sends one request. `body` goes out byte for byte; empty on GET. Throws when no HTTP answer comes. */
  send(method: string, path: string, body?: Buffer | string): Promise<Answer>;
};

/** Longer than the API's own deadline of 30 s for an answer. */
const answerTimeoutMs = 40_000;

/** What a merchant's service needs to call the API: every request signed as contract §2 says. */
export function createMerchantClient({ apiUrl, keyId, secret, host }: MerchantClientOptions): MerchantClient {
  return {
    async send(method, path, body = '') {
      const signed = signRequest({
        method,
        path,
        host: host ?? new URL(apiUrl).host,
        date: new Date(),
        body,
        keyId,
        secret,
      });
      const started = performance.now();
      const response = await request(apiUrl + path, {
        method,
        headers: signed,
        body: body.length === 0 ? null : body,
        headersTimeout: answerTimeoutMs,
        bodyTimeout: answerTimeoutMs,
      });
      const text = await response.body.text();
      const milliseconds = performance.now() - started;
      return { httpStatus: response.statusCode, headers: flatten(response.headers), text, milliseconds };
    },
  };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
