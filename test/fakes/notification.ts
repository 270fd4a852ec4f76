import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { accountHeader, signatureHeader } from '#gateway/connectors/sandbox/sandbox-signature';
import { signMessage } from '../../apps/sandbox/src/signature.js';

/** Accounts of the development configuration at the sandbox. */
export const demo = { account: 'acct_demo', secret: 'sandbox_secret_demo' };
/** Of the MIDs that have no statements. */
export const others = { account: 'acct_others', secret: demo.secret };
export const second = { account: 'acct_second', secret: 'sandbox_secret_second' };

export type Told = {
  readonly by?: typeof demo;
  readonly provider?: string;
  readonly signature?: string;
};

/** Sends a callback as the sandbox would, and returns the HTTP status of the answer. */
export async function notify(
  apiUrl: string,
  body: string,
  { by = demo, provider = 'sandbox', signature }: Told = {},
): Promise<number> {
  const bytes = Buffer.from(body);
  const answer = await request(`${apiUrl}/provider-callbacks/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [accountHeader]: by.account,
      [signatureHeader]: signature ?? signMessage(by.secret, 'NOTIFICATION', bytes),
    },
    body: bytes,
  });
  await answer.body.dump();
  return answer.statusCode;
}

/** That an iDEAL charge of 10.10 EUR was paid, and how it differs. */
export function notification(order: string, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    notification: `nt_${randomUUID()}`,
    charge: 'ch_0123456789abcdef01234567',
    order,
    state: 'CAPTURED',
    value: '10.1',
    iso: 'EUR',
    captured_value: '10.1',
    instrument: 'IDEAL',
    opened_at: new Date().toISOString(),
    payable_until: new Date().toISOString(),
    ...changes,
  };
}
