import { randomUUID } from 'node:crypto';
import { createGatewayClient } from '#client/gateway-client';
import { patience } from '../stack/patience.js';

/** The request key of every development project. */
export const goldenKey = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
};

/** A merchant's service: signs, sends, reads. */
export type Merchant = {
  /** As `repeats` says: a 504 is asked again. */
  post(path: string, body: unknown): Promise<Answer>;
  /** Sends exactly these bytes, signed. */
  postRaw(path: string, body: string | Buffer): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Asks again until the transaction is final, and returns its record. */
  untilFinal(reference: string, type?: 'payment' | 'payout' | 'refund'): Promise<Record<string, unknown>>;
};

type MerchantOptions = {
  /**
   * How often a POST that is answered with 504 is sent again, as a merchant should (contract §4), so that a busy machine
   * fails no test. None for a scenario whose provider keeps silent; 0 where a test stops processes.
   */
  readonly repeats?: number;
};

export function createMerchant(
  apiUrl: string,
  keyId = 'mk_test_demo',
  { repeats = repeatsMax }: MerchantOptions = {},
): Merchant {
  const client = createGatewayClient({ baseUrl: apiUrl, keyId, secret: goldenKey });
  const send = async (method: 'GET' | 'POST', path: string, content?: string | Buffer): Promise<Answer> => {
    const { httpStatus: status, headers, text } = await client.send(method, path, content);
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const get = (path: string) => send('GET', path);
  const post = (path: string, body: unknown): Promise<Answer> => {
    const content = JSON.stringify(body);
    return repeated(() => send('POST', path, content), wantsSilence(content) ? 0 : repeats);
  };
  return {
    get,
    post,
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

/** Sends a call again that got no answer in time, which is safe (contract §4 and §7). */
export async function repeated(send: () => Promise<Answer>, repeats = repeatsMax): Promise<Answer> {
  for (let repeat = 0; ; repeat += 1) {
    const answer = await send();
    if (answer.status !== 504 || repeat >= repeats) return answer;
  }
}

/** Whether the sandbox's scenario is one where the create call gets no answer. */
function wantsSilence(content: string | undefined): boolean {
  return content?.includes('"sandbox":"timeout_') ?? false;
}

const repeatsMax = 5;
const askedMax = Math.ceil(20 * patience);
const finals = new Set(['success', 'declined', 'error', 'expired']);

export function newReference(): string {
  return `ord-${randomUUID()}`;
}
