import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import type { CheckOptions } from '#client/gateway-client';
import { isFinal } from '#client/read-created';
import type { Status } from '#client/messages/record';

/** One held call of the check endpoint; the API allows 30. */
const waitSeconds = 20;
const finalWithinMs = 90_000;
const callbackWithinMs = 20_000;
const callbackEveryMs = 200;

/** Holds the check endpoint until the transaction is final; `onStatus` hears of each status on the way. */
export async function awaitFinal<Checked extends { readonly status: Status }>(
  check: (options: CheckOptions) => Promise<Checked>,
  onStatus: (status: string) => void,
): Promise<Checked> {
  const deadline = Date.now() + finalWithinMs;
  while (Date.now() < deadline) {
    const record = await check({ waitSeconds });
    if (isFinal(record.status)) return record;
    onStatus(record.status);
  }
  throw new Error(`not final after ${finalWithinMs / 1_000} s`);
}

/**
 * Waits until the shop, which the sandbox plays, has got the transaction's callback. Throws if none comes, a signature
 * is wrong, or the status differs.
 */
export async function awaitCallback(sandboxUrl: string, reference: string, status: string): Promise<void> {
  const deadline = Date.now() + callbackWithinMs;
  while (Date.now() < deadline) {
    const [first] = await fetchCallbacks(sandboxUrl, reference);
    if (first !== undefined) {
      if (!first.valid) throw new Error('the callback is not signed as it must be');
      if (first.body?.status !== status) throw new Error(`the callback does not say ${status}`);
      return;
    }
    await wait(callbackEveryMs);
  }
  throw new Error(`no callback within ${callbackWithinMs / 1_000} s`);
}

type ShopCallback = { readonly valid: boolean; readonly body?: { readonly status?: string } };

async function fetchCallbacks(sandboxUrl: string, reference: string): Promise<readonly ShopCallback[]> {
  const url = `${sandboxUrl}/merchant/callbacks?reference=${encodeURIComponent(reference)}`;
  const { body } = await request(url);
  const { callbacks } = (await body.json()) as { readonly callbacks?: readonly ShopCallback[] };
  return callbacks ?? [];
}
