import type { FastifyInstance } from 'fastify';
import { showCorrection } from '../corrections/correction.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { authenticate, rawBody } from '../orders/authenticate.js';
import type { OrderBook } from '../orders/order-book.js';
import { heldScenario, lostScenario } from '../orders/scenarios.js';
import { banksOf } from './banks.js';
import type { CreditDesk } from './credit-desk.js';
import { creditBehaviour } from './credit-scenarios.js';
import { readCreditRequest } from './read-credit-request.js';
import { showCredit } from './show-credit.js';

/** The merchant's side: send a credit, look it up, ask for banks. Every call is signed. */
export function addCreditRoutes(server: FastifyInstance, book: OrderBook, desk: CreditDesk): void {
  server.post<{ Body: Buffer }>('/credits', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const reading = readCreditRequest(rawBody(request));
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
    const opened = desk.open(account.id, { ...asked, ...(scenario !== undefined && { scenario }) });
    if (opened === undefined) return reply.code(409).send({ fault: 'ORDER_EXISTS' });
    return answerByScenario(opened, creditBehaviour(opened.scenario), reply, { ...desk, show: showCredit });
  });

  server.get<{ Params: { order: string } }>('/credits/:order', async (request, reply) => {
    const account = authenticate(request);
    if (account === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    const credit = book.findCredit(request.params.order);
    if (credit?.account !== account.id) return reply.code(404).send({ fault: 'UNKNOWN_ORDER' });
    const corrections = book.corrections.about(credit.order).map((one) => showCorrection(one, credit));
    return { ...showCredit(credit), corrections };
  });

  server.get<{ Querystring: { country?: string } }>('/banks', async (request, reply) => {
    if (authenticate(request) === undefined) return reply.code(401).send({ fault: 'NOT_AUTHENTICATED' });
    return { banks: banksOf(request.query.country ?? '') };
  });
}
