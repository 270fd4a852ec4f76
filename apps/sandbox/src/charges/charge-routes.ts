import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findAccount } from '../accounts.js';
import type { Account } from '../accounts.js';
import { accountHeader, isSignedBy, signatureHeader } from '../signature.js';
import type { Charge } from './charge.js';
import type { ChargeBook } from './charge-book.js';
import type { ChargeDesk } from './charge-desk.js';
import { readChargeRequest } from './read-charge-request.js';
import { lostScenario, scenarioNamed } from './scenarios.js';
import { showCharge } from './show-charge.js';
import { isSameTransfer, readTransfer } from './transfer.js';

type Parameters = { Params: { order: string }; Body: Buffer };

/** How long an answer waits for its early notification to be taken. */
const earlyNotificationLimitMs = 5_000;

/** The merchant's side: open a charge, look it up, stop it, tell of its transfer. Every call is signed. */
export function addChargeRoutes(
  server: FastifyInstance,
  book: ChargeBook,
  desk: ChargeDesk,
  publicUrl: string,
): void {
  server.post<Parameters>('/charges', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const reading = readChargeRequest(rawBody(request), account);
    if (reading.kind === 'refused')
      return reply.code(422).send({ fault: reading.fault, field: reading.field });
    const { scenario, ...asked } = reading.request;
    if (scenario === lostScenario) return keepSilent(reply);
    const opened = desk.open(account.id, { ...asked, ...(scenario !== undefined && { scenario }) });
    if (opened === undefined) return reply.code(409).send({ fault: 'ORDER_EXISTS' });
    return answer(opened, reply);
  });

  server.get<Parameters>('/charges/:order', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const charge = ownCharge(request, account);
    if (charge === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    return showCharge(charge, publicUrl);
  });

  server.post<Parameters>('/charges/:order/abandon', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const charge = ownCharge(request, account);
    if (charge === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    return showCharge(desk.abandon(charge), publicUrl);
  });

  server.post<Parameters>('/charges/:order/transfer', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const charge = ownCharge(request, account);
    if (charge === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    if (charge.nextStep !== 'transfer') return reply.code(422).send({ fault: 'NO_TRANSFER_EXPECTED' });
    const reading = readTransfer(rawBody(request));
    if (reading.kind === 'refused')
      return reply.code(422).send({ fault: reading.fault, field: reading.field });
    const { transfer } = reading;
    if (charge.transfer === undefined) book.record({ fact: 'transfer told', order: charge.order, transfer });
    else if (!isSameTransfer(charge.transfer, transfer))
      return reply.code(409).send({ fault: 'OTHER_TRANSFER_KNOWN' });
    return showCharge({ ...charge, transfer }, publicUrl);
  });

  function ownCharge(request: FastifyRequest<Parameters>, account: Account): Charge | undefined {
    const charge = book.find(request.params.order);
    return charge?.account === account.id ? charge : undefined;
  }

  /** The charge is on the disk; now its scenario decides what the caller gets to hear. */
  async function answer(opened: Charge, reply: FastifyReply): Promise<FastifyReply> {
    const scenario = opened.scenario === undefined ? undefined : scenarioNamed(opened.scenario);
    const ended = scenario?.when === 'at_once' ? desk.conclude(opened) : undefined;
    if (ended !== undefined && scenario?.notifications === 'before_answer') {
      await Promise.race([ended.notified, wait(earlyNotificationLimitMs, undefined, { ref: false })]);
    }
    if (scenario?.answer !== 'silence') reply.raw.once('close', () => desk.watch(opened));
    switch (scenario?.answer) {
      case undefined:
      case 'opened':
        return reply.code(201).send(showCharge(opened, publicUrl));
      case 'ended':
        return reply
          .code(ended?.charge.end?.state === 'REFUSED' ? 402 : 201)
          .send(showCharge(ended?.charge ?? opened, publicUrl));
      case '500':
        return reply.code(500).send({ fault: 'INTERNAL' });
      case 'garbage':
        return reply.code(201).type('text/html').send('<html><body>Bad gatew');
      case 'cut':
        reply.raw.socket?.resetAndDestroy();
        return reply.hijack();
      case 'silence':
        desk.watch(opened);
        return keepSilent(reply);
    }
  }
}

/** The caller hangs up when it has waited long enough. */
function keepSilent(reply: FastifyReply): FastifyReply {
  return reply.hijack();
}

function authenticate(request: FastifyRequest): Account | undefined {
  const account = findAccount(headerText(request, accountHeader));
  if (account === undefined) return undefined;
  const subject = `${request.method} ${request.url}`;
  const signature = headerText(request, signatureHeader);
  return isSignedBy(account.secret, subject, rawBody(request), signature) ? account : undefined;
}

function headerText(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
