import { join } from 'node:path';
import formbody from '@fastify/formbody';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import { openAppendOnlyFile } from './append-only-file.js';
import { createChargeDesk } from './charges/charge-desk.js';
import { addChargeRoutes } from './charges/charge-routes.js';
import { createCorrectionDesk } from './corrections/correction-desk.js';
import { addPanelRoutes } from './corrections/panel-routes.js';
import { createCreditDesk } from './credits/credit-desk.js';
import { addCreditRoutes } from './credits/credit-routes.js';
import type { EventLog } from './event-log.js';
import type { Face } from './face.js';
import { addFrontPage } from './front-page.js';
import { addJournalRoutes } from './journal-routes.js';
import { mercadoPagoFace } from './mercado-pago/mercado-pago-routes.js';
import { openMerchantInbox } from './merchant/merchant-inbox.js';
import type { ReceivedCallback } from './merchant/merchant-inbox.js';
import { addMerchantRoutes } from './merchant/merchant-routes.js';
import { createNotifier } from './orders/notifier.js';
import type { Order } from './orders/order.js';
import { openOrderBook } from './orders/order-book.js';
import type { Fact } from './orders/order-book.js';
import { addStylesheet } from './pages/page.js';
import { addPayerRoutes } from './pages/payer-routes.js';
import { paystackFace } from './paystack/paystack-routes.js';
import { createRefundDesk } from './refunds/refund-desk.js';
import { addRefundRoutes } from './refunds/refund-routes.js';
import type { Settings } from './settings.js';
import { openStatementFacts, type StatementFact } from './statements/statement-facts.js';
import { addStatementRoutes } from './statements/statement-routes.js';

/** The faces of real providers. A new one is a folder and an entry here. */
const faces: readonly Face[] = [paystackFace, mercadoPagoFace];

/** The simulated provider on the files of its data folder, which the server closes with itself. */
export async function buildServer(settings: Settings): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: settings.logLevel, base: { app: 'sandbox' } },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  // A client that has ended its own direction still gets its answer (RFC 9112 §9.6).
  Object.assign(server.server, { httpAllowHalfOpen: true });
  const log: EventLog = (event, facts) => server.log.info(facts, event);

  const journal = openAppendOnlyFile<Fact>(join(settings.dataFolder, 'journal.ndjson'));
  const callbacks = openAppendOnlyFile<ReceivedCallback>(join(settings.dataFolder, 'callbacks.ndjson'));
  const statements = openAppendOnlyFile<StatementFact>(join(settings.dataFolder, 'statements.ndjson'));
  const book = openOrderBook(journal);
  const notifier = createNotifier(
    book,
    settings.publicUrl,
    (account) => faces.find((face) => face.account.id === account),
    log,
  );
  const correctionDesk = createCorrectionDesk(book, notifier, log);
  const followed = {
    async notify(order: Order) {
      await notifier.notify(order);
      correctionDesk.follow(order);
    },
  };
  const desk = createChargeDesk(book, followed, settings.silenceMs, log);
  const creditDesk = createCreditDesk(book, followed, settings.silenceMs, log);
  const refundDesk = createRefundDesk(book, notifier, settings.silenceMs, log);
  const inbox = openMerchantInbox(callbacks, settings.callbackSecret);

  await server.register(formbody);
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  addChargeRoutes(server, book, desk, settings.publicUrl, log);
  addCreditRoutes(server, book, creditDesk);
  addRefundRoutes(server, book, refundDesk);
  addPanelRoutes(server, book, correctionDesk);
  addStatementRoutes(server, book, openStatementFacts(statements));
  const { publicUrl, apiUrl } = settings;
  const tools = { book, desk, creditDesk, refundDesk, publicUrl, apiUrl };
  for (const face of faces) face.addRoutes(server, tools);
  addPayerRoutes(server, book, desk, settings.publicUrl);
  addMerchantRoutes(server, inbox, log);
  addJournalRoutes(server, book);
  addStylesheet(server);
  addFrontPage(server, book);
  server.get('/health/live', () => ({ status: 'ok' }));

  server.addHook('onError', async (request, _reply, error) => {
    request.log.error({ err: error }, 'unexpected error');
  });
  server.addHook('onListen', () => {
    desk.resume();
    creditDesk.resume();
    refundDesk.resume();
    correctionDesk.resume();
  });
  server.addHook('onClose', async () => {
    desk.close();
    creditDesk.close();
    refundDesk.close();
    correctionDesk.close();
    await notifier.close();
    journal.close();
    callbacks.close();
    statements.close();
  });
  return server;
}
