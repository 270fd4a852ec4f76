import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createGatewayClient } from '#client/gateway-client';
import { writeBody } from '#client/write-request';
import { methodOf } from '#domain/methods/find-method';
import { inLanes } from '../../tools/demo/in-lanes.js';
import { paymentOf } from '../../tools/demo/sample-requests.js';
import { awaitCallback, awaitFinal } from '../../tools/demo/watch-transaction.js';
import { describeOutage, type Attempt, type Outage } from './outage.js';

const createEveryMs = 500;
const answerWithinMs = 35_000;
const lanes = 4;
const sandboxUrl = 'http://127.0.0.1:3002';
const order = paymentOf(methodOf('payment', 'h2h', 'ideal'));

export type Shop = {
  /** Pays once: creates a payment, sees it succeed, and its signed callback arrive. Returns its reference. */
  pay(): Promise<string>;
  /** Creates a payment each 500 ms until it is stopped. */
  watchCreates(): { readonly stop: () => Promise<Outage> };
  /** Sees that every payment whose create was answered ends in success; returns the references of the others. */
  findUnpaid(): Promise<readonly string[]>;
  /** How many payments were created, so far. */
  created(): number;
};

export type ShopOptions = {
  readonly baseUrl: string;
  readonly secret: string;
  /** The host that requests are signed for, where it is not that of `baseUrl`. */
  readonly host?: string;
};

/** A shop of the project `shop` that calls the API from outside the containers. `accepted`: shared with its other addresses. */
export function openShop({ baseUrl, secret, host }: ShopOptions, accepted: Set<string> = new Set()): Shop {
  const credentials = { baseUrl, keyId: 'mk_stage', secret, ...(host && { host }) };
  const makeBody = (reference: string) =>
    order({ reference, shopUrl: 'http://sandbox:3002/merchant', scenario: 'success' });

  const createOnce = async (): Promise<Attempt> => {
    const reference = `box-${randomBytes(6).toString('hex')}`;
    const startedAt = performance.now();
    // A connection of its own, as each new customer of the API has.
    const client = createGatewayClient(credentials);
    try {
      const body = writeBody(makeBody(reference));
      const { httpStatus, text } = await client.send('POST', '/v2/payment', body, {
        timeoutMs: answerWithinMs,
      });
      // One that surely did not reach its provider is answered with 200 and its error.
      if (httpStatus === 200 && text.includes('"error_code":0,')) accepted.add(reference);
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      return {
        reference,
        startedAt,
        answer: `${httpStatus} after ${seconds} s`,
        isCreated: accepted.has(reference),
      };
    } catch (error) {
      return {
        reference,
        startedAt,
        answer: error instanceof Error ? error.message : 'failed',
        isCreated: false,
      };
    } finally {
      client.close();
    }
  };

  return {
    created: () => accepted.size,
    async pay() {
      const reference = `box-${randomBytes(6).toString('hex')}`;
      const client = createGatewayClient(credentials);
      try {
        await client.createPayment(makeBody(reference));
        const { status } = await awaitFinal(
          (options) => client.checkPayment(reference, options),
          () => undefined,
        );
        if (status !== 'success') throw new Error(`the payment ${reference} ended as ${status}`);
        await awaitCallback(sandboxUrl, reference, 'success');
        return reference;
      } finally {
        client.close();
      }
    },
    watchCreates() {
      const attempts: Promise<Attempt>[] = [];
      let isStopped = false;
      const watch = async () => {
        while (!isStopped) {
          attempts.push(createOnce());
          await sleep(createEveryMs);
        }
      };
      const watching = watch();
      return {
        async stop() {
          isStopped = true;
          await watching;
          return describeOutage(await Promise.all(attempts));
        },
      };
    },
    async findUnpaid() {
      const client = createGatewayClient(credentials);
      try {
        const ends = await inLanes([...accepted], lanes, async (reference) => {
          const { status } = await awaitFinal(
            (options) => client.checkPayment(reference, options),
            () => undefined,
          );
          return status === 'success' ? [] : [`${reference} (${status})`];
        });
        return ends.flat();
      } finally {
        client.close();
      }
    },
  };
}
