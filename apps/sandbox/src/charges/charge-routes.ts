import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.js';
import type { EventLog } from '../event-log.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { authenticate, rawBody } from '../orders/authenticate.js';
import type { OrderBook } from '../orders/order-book.js';
import { heldScenario, lostScenario, scenarioNamed } from '../orders/scenarios.js';
import { showAftermath } from '../refunds/list-refunds.js';
import type { Charge } from './charge.js';
import type { ChargeDesk } from './charge-desk.js';
import { readChargeRequest } from './read-charge-request.js';
import { showCharge } from './show-charge.js';
import { isSameTransfer, readTransfer } from './transfer.js';

type Parameters = { Params: { order: string }; Body: Buffer };

/**
 * The merchant's side: open a charge, look it up, stop it, add the details of its transfer. Every call is signed. Stopping an
 * unknown order closes its reference: a later request to open it is refused.
 */
export function addChargeRoutes(
  server: FastifyInstance,
  book: OrderBook,
  desk: ChargeDesk,
  publicUrl: string,
  log: EventLog,
): void {
  server.post<Parameters>('/charges', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const reading = readChargeRequest(rawBody(request), account);
    if (reading.kind === 'refused') {
      const { kind: _, ...told } = reading;
      return reply.code(422).send(told);
    }
    const { scenario, ...asked } = reading.request;
    if (scenario === lostScenario) return keepSilent(reply);
    if (scenario === heldScenario) {
      desk.hold(account.id, asked, asked.delayMs);
      return keepSilent(reply);
    }
    if (book.isClosed(account.id, asked.order)) return reply.code(409).send({ fault: 'ORDER_CLOSED' });
    const opened = desk.open(account.id, { ...asked, ...(scenario !== undefined && { scenario }) });
    if (opened === undefined) return reply.code(409).send({ fault: 'ORDER_EXISTS' });
    const behaviour = opened.scenario === undefined ? undefined : scenarioNamed(opened.scenario);
    return answerByScenario(opened, behaviour, reply, { ...desk, show });
  });

  server.get<Parameters>('/charges/:order', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    log('looked up', { order: request.params.order, account: account.id });
    const charge = ownCharge(request, account);
    if (charge === undefined) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    return { ...show(charge), ...showAftermath(book, charge) };
  });

  server.post<Parameters>('/charges/:order/abandon', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const charge = ownCharge(request, account);
    if (charge === undefined) {
      desk.shut(account.id, request.params.order);
      return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    }
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
    if (charge.transfer === undefined) book.record({ fact: 'transfer_told', order: charge.order, transfer });
    else if (!isSameTransfer(charge.transfer, transfer))
      return reply.code(409).send({ fault: 'OTHER_TRANSFER_KNOWN' });
    return show({ ...charge, transfer });
  });

  function show(charge: Charge): Record<string, unknown> {
    return showCharge(charge, publicUrl);
  }

  function ownCharge(request: FastifyRequest<Parameters>, account: Account): Charge | undefined {
    const charge = book.findCharge(request.params.order);
    return charge?.account === account.id ? charge : undefined;
  }
}
