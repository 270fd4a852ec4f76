import { Agent, request } from 'undici';
import { signRequest } from '#gateway/signature/sign-request';
import { goldenKey } from '../support/merchant.js';

/** `answer` is absent when none came, or came torn: whatever the reason, the merchant knows nothing. */
export type Heard = {
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
};

/** A merchant's service in bad times: every call has a limit, and none throws. */
export type ChaosMerchant = {
  create(body: string, limitMs?: number): Promise<Heard>;
  read(reference: string): Promise<Heard>;
  close(): Promise<void>;
};

/** Longer than the deadline of the run's configuration. */
const answerLimitMs = 8_000;
const keyId = 'mk_test_demo';

export function createChaosMerchant(apiUrl: string): ChaosMerchant {
  const agent = new Agent({ connections: 128, pipelining: 1 });
  const { host } = new URL(apiUrl);
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body: string,
    limitMs: number,
  ): Promise<Heard> => {
    try {
      const answer = await request(`${apiUrl}${path}`, {
        method,
        dispatcher: agent,
        signal: AbortSignal.timeout(limitMs),
        headers: signRequest({ method, path, host, date: new Date(), body, keyId, secret: goldenKey }),
        body: body === '' ? null : body,
      });
      const parsed = JSON.parse(await answer.body.text()) as Record<string, unknown>;
      return { answer: { status: answer.statusCode, body: parsed } };
    } catch {
      return {};
    }
  };
  return {
    create: (body, limitMs = answerLimitMs) => send('POST', '/v2/payment', body, limitMs),
    read: (reference) => send('GET', `/v2/payment/${encodeURIComponent(reference)}`, '', answerLimitMs),
    close: () => agent.destroy(),
  };
}
