import { randomUUID } from 'node:crypto';
import { createGatewayClient } from '#client/gateway-client';

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
  postRaw(path: string, body: string | Buffer): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Asks again until the transaction is final, and returns its record. */
  untilFinal(reference: string, type?: 'payment' | 'payout'): Promise<Record<string, unknown>>;
};

export function createMerchant(apiUrl: string, keyId = 'mk_test_demo'): Merchant {
  const client = createGatewayClient({ baseUrl: apiUrl, keyId, secret: goldenKey });
  const send = async (method: 'GET' | 'POST', path: string, content?: string | Buffer): Promise<Answer> => {
    const { httpStatus: status, headers, text } = await client.send(method, path, content);
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const get = (path: string) => send('GET', path);
  return {
    get,
    post: (path, body) => send('POST', path, JSON.stringify(body)),
    postRaw: (path, body) => send('POST', path, body),
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
