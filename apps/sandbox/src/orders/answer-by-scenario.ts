import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Scenario } from './scenarios.js';

/** An order that has ended, and a promise for the end of its notifications. */
export type Ended<Order> = { readonly order: Order; readonly notified: Promise<void> };

/** The operations of a desk for orders of one kind, and their form on the wire. */
export type Clerk<Order> = {
  watch(order: Order): void;
  conclude(order: Order): Ended<Order>;
  show(order: Order): Record<string, unknown>;
};

/** How long an answer waits for its early notification to be taken. */
const earlyNotificationLimitMs = 5_000;

/** Answers the call by the order's scenario, once the order is on the disk. */
export async function answerByScenario<Order extends { readonly end?: { readonly state: string } }>(
  opened: Order,
  scenario: Scenario | undefined,
  reply: FastifyReply,
  clerk: Clerk<Order>,
  codeOf: (ended?: Order) => number = usualCode,
): Promise<FastifyReply> {
  const ended = scenario?.when === 'at_once' ? clerk.conclude(opened) : undefined;
  if (ended !== undefined && scenario?.notifications === 'before_answer') {
    await Promise.race([ended.notified, wait(earlyNotificationLimitMs, undefined, { ref: false })]);
  }
  if (scenario?.answer !== 'silence') reply.raw.once('close', () => clerk.watch(opened));
  switch (scenario?.answer) {
    case undefined:
    case 'opened':
      return reply.code(codeOf()).send(clerk.show(opened));
    case 'ended':
      return reply.code(codeOf(ended?.order)).send(clerk.show(ended?.order ?? opened));
    case '500':
      return reply.code(500).send({ fault: 'INTERNAL' });
    case 'garbage':
      return reply.code(codeOf()).type('text/html').send('<html><body>Bad gatew');
    case 'cut':
      reply.raw.socket?.resetAndDestroy();
      return reply.hijack();
    case 'silence':
      clerk.watch(opened);
      return keepSilent(reply);
  }
}

function usualCode(ended?: { readonly end?: { readonly state: string } }): number {
  return ended?.end?.state === 'REFUSED' ? 402 : 201;
}

/** The caller hangs up when it has waited long enough. */
export function keepSilent(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}
