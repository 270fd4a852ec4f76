import { createGatewayClient } from '#client/gateway-client';
import { goldenKey } from '../support/merchant.js';

/** `answer` is absent when none came, or came torn: whatever the reason, the merchant knows nothing. */
export type Heard = {
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
};

/** A merchant's service in bad times: every call has a limit, and none throws. */
export type ChaosMerchant = {
  create(body: string, limitMs?: number): Promise<Heard>;
  read(reference: string): Promise<Heard>;
  close(): void;
};

/** Longer than the deadline of the run's configuration. */
const answerLimitMs = 8_000;
const keyId = 'mk_test_demo';

export function createChaosMerchant(apiUrl: string): ChaosMerchant {
  const client = createGatewayClient({ baseUrl: apiUrl, keyId, secret: goldenKey });
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body: string,
    limitMs: number,
  ): Promise<Heard> => {
    try {
      const { httpStatus, text } = await client.send(method, path, body, { timeoutMs: limitMs });
      return { answer: { status: httpStatus, body: JSON.parse(text) as Record<string, unknown> } };
    } catch {
      return {};
    }
  };
  return {
    create: (body, limitMs = answerLimitMs) => send('POST', '/v2/payment', body, limitMs),
    read: (reference) => send('GET', `/v2/payment/${encodeURIComponent(reference)}`, '', answerLimitMs),
    close: () => client.close(),
  };
}
