import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { signRequest } from '#gateway/signature/sign-request';

/** The request key of every development project. */
export const goldenKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
};

/** A merchant's service: signs, sends, reads. */
export type Merchant = {
  post(path: string, body: unknown): Promise<Answer>;
  /** Sends exactly these bytes, signed. */
  postRaw(path: string, body: string | Buffer, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Asks again until the transaction is final, and returns its record. */
  untilFinal(reference: string, type?: 'payment' | 'payout'): Promise<Record<string, unknown>>;
};

export function createMerchant(apiUrl: string, keyId = 'mk_test_demo'): Merchant {
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body: Buffer,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const { host } = new URL(apiUrl);
    const signed = signRequest({ method, path, host, date: new Date(), body, keyId, secret: goldenKey });
    const answer = await request(`${apiUrl}${path}`, {
      method,
      headers: { ...signed, ...extra },
      ...(method === 'POST' ? { body } : {}),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  };
  const get = (path: string) => send('GET', path, Buffer.alloc(0));
  return {
    get,
    post: (path, body) => send('POST', path, Buffer.from(JSON.stringify(body))),
    postRaw: (path, body, headers) => send('POST', path, Buffer.from(body), headers),
    async untilFinal(reference, type = 'payment') {
      for (let asked = 0; asked < askedMax; asked += 1) {
        const { body, status } = await get(`/v2/${type}/${encodeURIComponent(reference)}?wait=10`);
        if (status === 200 && finals.has(String(body['status']))) return body;
      }
      throw new Error(`${reference} did not become final`);
    },
  };
}

const askedMax = 20;
const finals = new Set(['success', 'declined', 'error', 'expired']);

export function newReference(): string {
  return `ord-${randomUUID()}`;
}
