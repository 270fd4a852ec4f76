import { createGatewayClient, type GatewayClient } from '#client/gateway-client';
import { goldenKey } from '../fakes/merchant.js';
import type { Subject } from './plan-traffic.js';

/** `answer` is absent when none came, or came torn: whatever the reason, the merchant knows nothing. */
export type Heard = {
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, unknown>> };
};

/** A merchant's service in bad times: every call has a limit, and none throws. */
export type ChaosMerchant = {
  create(subject: Subject, body: string, limitMs?: number): Promise<Heard>;
  /** Answers the bank-code challenge of a payout. */
  chooseBank(subject: Subject, bankCode: string): Promise<Heard>;
  read(subject: Subject): Promise<Heard>;
  cancel(subject: Subject): Promise<Heard>;
  close(): void;
};

/** Longer than the deadline of the run's configuration. */
const answerLimitMs = 8_000;

/** Its calls go to the apis by turns, as behind a load balancer. */
export function createChaosMerchant(apiUrls: readonly string[]): ChaosMerchant {
  const clients = new Map<string, GatewayClient>();
  let calls = 0;
  const clientOf = (keyId: string) => {
    const baseUrl = apiUrls[calls % apiUrls.length] ?? '';
    calls += 1;
    const name = `${keyId} ${baseUrl}`;
    const client = clients.get(name) ?? createGatewayClient({ baseUrl, keyId, secret: goldenKey });
    clients.set(name, client);
    return client;
  };
  const send = async (
    { keyId }: Subject,
    method: 'GET' | 'POST',
    path: string,
    body: string,
    limitMs: number,
  ): Promise<Heard> => {
    try {
      const client = clientOf(keyId);
      const { httpStatus, text } = await client.send(method, path, body, { timeoutMs: limitMs });
      // The confirmation of a bank is answered with an empty body.
      const parsed = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
      return { answer: { status: httpStatus, body: parsed } };
    } catch {
      return {};
    }
  };
  const pathOf = ({ type, reference }: Subject) => `/v2/${type}/${encodeURIComponent(reference)}`;
  return {
    create: (subject, body, limitMs = answerLimitMs) =>
      send(subject, 'POST', `/v2/${subject.type}`, body, limitMs),
    chooseBank(subject, bankCode) {
      const body = JSON.stringify({ reference: subject.reference, bank_code: bankCode });
      return send(subject, 'POST', '/v2/payout/challenge/bank-code', body, answerLimitMs);
    },
    read: (subject) => send(subject, 'GET', pathOf(subject), '', answerLimitMs),
    cancel: (subject) => send(subject, 'POST', `${pathOf(subject)}/cancel`, '', answerLimitMs),
    close: () => clients.forEach((client) => client.close()),
  };
}
