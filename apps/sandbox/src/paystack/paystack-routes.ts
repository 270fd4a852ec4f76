import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.js';
import { describeNextStep } from '../charges/next-step.js';
import type { Charge } from '../charges/charge.js';
import { creditBehaviour, isCreditScenario } from '../credits/credit-scenarios.js';
import type { Face, FaceTools } from '../face.js';
import { answerByScenario, keepSilent } from '../orders/answer-by-scenario.js';
import { rawBody } from '../orders/authenticate.js';
import type { Notification } from '../orders/notifications.js';
import { isCharge, isRefund } from '../orders/order.js';
import { bearerOf, parseObject, text, wordInAddress } from '../orders/read-fields.js';
import { isScenario, lostScenario, scenarioNamed } from '../orders/scenarios.js';
import { addPaystackBanks, type Counter } from './paystack-banks.js';
import { addPaystackLists } from './paystack-lists.js';
import { addPaystackRefunds } from './paystack-refunds.js';
import { correctionEvent, describeRefund, refundEvent, statusAfterRefunds } from './paystack-refund-words.js';
import {
  fromMinor,
  paystackEvent,
  showTransaction,
  showTransfer,
  showTransferWithRecipient,
  signatureHeaders,
  transferCode,
  transferWords,
  wordIn,
} from './paystack-words.js';

const paystackAccount: Account = { id: 'acct_paystack', secret: 'sk_test_sandboxdemo', cardScenarios: {} };

export const paystackFace: Face = {
  account: paystackAccount,
  addRoutes,
  tell,
  sign: (_notification, { secret, body }) => signatureHeaders(secret, body),
};

/** A refund, an order, or what happened to the money of a charge. */
function tell({ order, correction }: Notification): Record<string, unknown> | undefined {
  if (correction !== undefined) return isCharge(order) ? correctionEvent(correction, order) : undefined;
  return isRefund(order) ? refundEvent(describeRefund(order)) : paystackEvent(order);
}

const usualDelayMs = 300;
/** A customer needs this time to dial a USSD code. */
const dialMs = 2_000;
/** Time for which a look-up does not find a transfer of a `late_…` scenario. */
const lateMs = 1_000;
/** A transfer that needs a one-time password fails after this time. */
const passwordMs = 1_800_000;
const sessionMs = 86_400_000;

/**
 * A second face of the provider, below `/paystack`, in the vocabulary of Paystack and on the same books. A scenario of the
 * contract is chosen by a word: of a transfer in square brackets in its `reason`, of a refund in its `customer_note`, of a payment
 * behind a plus in the customer's e-mail address (`ada+decline@example.com`).
 */
function addRoutes(
  server: FastifyInstance,
  { book, desk, creditDesk, refundDesk, publicUrl, apiUrl }: FaceTools,
): void {
  // At Paystack a setting of its dashboard.
  const webhookUrl = `${apiUrl}/provider-callbacks/paystack`;

  server.post('/paystack/transfer', async (request, reply) => {
    const account = owner(request);
    if (!account) return refuseKey(reply);
    const { amount, currency, recipient, reference, reason } = bodyOf(request);
    const bank = /^RCP_([A-Z]{3})_([^_]+)_[0-9a-f]+$/.exec(text(recipient));
    if (!isAmount(amount) || !bank || !/^[a-z0-9_-]{16,50}$/.test(text(reference)))
      return fail(reply, 400, 'Required fields are missing', 'missing_params');
    const asked = wordIn(text(reason));
    const word = asked.replace(/^late_/, '');
    if (word === 'balance')
      return fail(reply, 400, 'Your balance is not enough to fulfill this request', 'insufficient_balance');
    if (word === 'throttled')
      return fail(reply.header('retry-after', '2'), 429, 'Too many requests', 'rate_limited');
    if (word === lostScenario) return keepSilent(reply);
    const scenario = Object.hasOwn(transferWords, word) ? 'decline' : word;
    const opened = creditDesk.open(account.id, {
      order: text(reference),
      value: fromMinor(amount),
      iso: text(currency) || 'NGN',
      rail: 'PAYSTACK',
      bank: bank[2] ?? '',
      memo: text(reason),
      ...(isCreditScenario(scenario) && { scenario }),
      delayMs: word === 'otp' ? passwordMs : usualDelayMs,
      notifyUrl: webhookUrl,
    });
    if (!opened) return fail(reply, 400, 'Please provide a unique reference', 'duplicate_reference');
    const show = (credit: typeof opened) => succeed('Transfer has been queued', showTransfer(credit));
    return answerByScenario(
      opened,
      creditBehaviour(opened.scenario),
      reply,
      { ...creditDesk, show },
      () => 200,
    );
  });

  server.get<{ Params: { reference: string } }>('/paystack/transfer/verify/:reference', (request, reply) => {
    if (!owner(request)) return refuseKey(reply);
    const credit = book.findCredit(request.params.reference);
    const isLate = credit && wordIn(credit.memo ?? '').startsWith('late_');
    if (!credit || (isLate && Date.now() < Date.parse(credit.openedAt) + lateMs))
      return fail(reply, 404, 'Transfer not found', 'transfer_not_found');
    return reply.send(succeed('Transfer retrieved', showTransferWithRecipient(credit)));
  });

  server.get<{ Params: { code: string } }>('/paystack/transfer/:code', (request, reply) => {
    if (!owner(request)) return refuseKey(reply);
    const credit = book.allCredits().find((one) => transferCode(one) === request.params.code);
    if (!credit) return fail(reply, 404, 'Transfer not found', 'transfer_not_found');
    return reply.send(succeed('Transfer retrieved', showTransferWithRecipient(credit)));
  });

  /** The start of both ways to pay. */
  const takePayment =
    (kind: 'USSD' | 'CARD', answer: (opened: Charge, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const account = owner(request);
      if (!account) return refuseKey(reply);
      const body = bodyOf(request);
      if (!isPayable(body)) return fail(reply, 400, 'Required fields are missing', 'missing_params');
      const word = wordOf(body);
      if (word === lostScenario) return keepSilent(reply);
      const opened = openCharge(account, body, word, kind);
      return opened ? answer(opened, reply) : refuseDuplicate(reply);
    };

  server.post(
    '/paystack/charge',
    takePayment('USSD', (opened, reply) => {
      const behaviour = opened.scenario === undefined ? undefined : scenarioNamed(opened.scenario);
      const show = (charge: Charge) => succeed('Charge attempted', showCharge(charge));
      return answerByScenario(opened, behaviour, reply, { ...desk, show }, () => 200);
    }),
  );

  server.post(
    '/paystack/transaction/initialize',
    takePayment('CARD', (opened, reply) => {
      desk.watch(opened);
      const page = {
        authorization_url: `${publicUrl}/pay/${opened.id}`,
        access_code: opened.id,
        reference: opened.order,
      };
      return reply.send(succeed('Authorization URL created', page));
    }),
  );

  for (const path of ['/paystack/transaction/verify/:reference', '/paystack/charge/:reference']) {
    server.get<{ Params: { reference: string } }>(path, (request, reply) => {
      if (!owner(request)) return refuseKey(reply);
      const charge = book.findCharge(request.params.reference);
      if (!charge) return fail(reply, 404, 'Transaction reference not found', 'transaction_not_found');
      const shown = showTransaction(charge, statusAfterRefunds(book, charge));
      return reply.send(succeed('Verification successful', shown));
    });
  }

  addPaystackBanks(server, counter);
  addPaystackLists(server, counter, book);
  addPaystackRefunds(server, counter, { book, refundDesk, webhookUrl, delayMs: usualDelayMs });

  function openCharge(
    account: Account,
    body: Record<string, unknown>,
    word: string,
    instrument: 'CARD' | 'USSD',
  ) {
    return desk.open(account.id, {
      order: text(body.reference),
      value: fromMinor(Number(body.amount)),
      iso: text(body.currency) || 'NGN',
      instrument,
      nextStep: instrument === 'CARD' ? 'visit' : 'dial',
      ...(isScenario(word) && { scenario: word }),
      delayMs: instrument === 'USSD' ? dialMs : usualDelayMs,
      payerPhone: 'international',
      payableUntil: new Date(Date.now() + sessionMs).toISOString(),
      notifyUrl: webhookUrl,
      returnUrl: text(body.callback_url) || publicUrl,
    });
  }

  /** A code to dial, while the charge is open. */
  function showCharge(charge: Charge): Record<string, unknown> {
    const step = charge.end === undefined ? describeNextStep(charge, publicUrl) : undefined;
    const shown = showTransaction(charge);
    if (step?.kind !== 'dial') return shown;
    const dialled = {
      ussd_code: step.code,
      display_text: `Please dial ${step.code} to complete the transaction`,
    };
    return { ...shown, status: 'pay_offline', ...dialled };
  }
}

const counter: Counter = { owner, fail, refuseKey, succeed, bodyOf };

function isAmount(amount: unknown): amount is number {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
}

function isPayable({ email, amount, reference }: Record<string, unknown>): boolean {
  return text(email) !== '' && isAmount(amount) && /^[A-Za-z0-9.=-]{1,100}$/.test(text(reference));
}

function wordOf({ email }: Record<string, unknown>): string {
  return wordInAddress(text(email));
}

function owner(request: FastifyRequest): Account | undefined {
  return bearerOf(request) === paystackAccount.secret ? paystackAccount : undefined;
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
  return parseObject(rawBody(request)) ?? {};
}

function succeed(message: string, data: unknown): Record<string, unknown> {
  return { status: true, message, data };
}

function fail(reply: FastifyReply, status: number, message: string, code: string): FastifyReply {
  const type = status === 400 ? 'validation_error' : 'api_error';
  return reply
    .code(status)
    .send({ status: false, message, meta: { nextStep: 'Read the documentation' }, type, code });
}

function refuseKey(reply: FastifyReply): FastifyReply {
  return fail(reply, 401, 'Invalid key', 'invalid_Key');
}

function refuseDuplicate(reply: FastifyReply): FastifyReply {
  return fail(reply, 400, 'Duplicate Transaction Reference', 'duplicate_reference');
}
