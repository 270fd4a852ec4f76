import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts.js';
import { banksOf } from '../credits/banks.js';
import { keepSilent } from '../orders/answer-by-scenario.js';
import { text } from '../orders/read-fields.js';
import { numberOf, showBank, showRecipient } from './paystack-words.js';

/** How every route of this face authenticates its caller and answers. */
export type Counter = {
  readonly owner: (request: FastifyRequest) => Account | undefined;
  readonly bodyOf: (request: FastifyRequest) => Record<string, unknown>;
  readonly succeed: (message: string, data: unknown) => Record<string, unknown>;
  readonly fail: (reply: FastifyReply, status: number, message: string, code: string) => FastifyReply;
  readonly refuseKey: (reply: FastifyReply) => FastifyReply;
};

const countries: Readonly<Record<string, string>> = { NGN: 'NG', GHS: 'GH', KES: 'KE', ZAR: 'ZA' };
const pageSizeMax = 100;
/** Accounts that no bank has, and some whose look-up fails. */
const unknownAccount = '0000000404';
const faultyAccount = '0000000500';
const throttledAccount = '0000000429';
const silentAccount = '0000000408';
/** Account holders by number; every other account has the usual one. */
const holders: Readonly<Record<string, string>> = { '0000000222': 'GRACE BREWSTER HOPPER' };
const usualHolder = 'ADA LOVELACE';

/** Banks, page by page; who owns an account; and recipients, which hold their bank in their code and are not kept. */
export function addPaystackBanks(
  server: FastifyInstance,
  { owner, bodyOf, succeed, fail, refuseKey }: Counter,
): void {
  server.get<{ Querystring: Record<string, string | undefined> }>('/paystack/bank', (request, reply) => {
    if (!owner(request)) return refuseKey(reply);
    const { currency = 'NGN', perPage, next, use_cursor: usesCursor } = request.query;
    const size = Math.min(pageSizeMax, Number(perPage ?? 50) || 50);
    const from = next === undefined ? 0 : Number(Buffer.from(next, 'base64url').toString());
    const rows = [
      ...banksOf(countries[currency] ?? '').map((bank) => showBank(bank, currency)),
      showBank({ bank: 'MTN', label: 'MTN', country: 'GH' }, currency, { type: 'mobile_money' }),
      showBank({ bank: '999', label: 'Closed Bank', country: 'NG' }, currency, { active: false }),
    ];
    const end = from + size;
    const cursor = end < rows.length ? Buffer.from(String(end)).toString('base64url') : null;
    const meta = { next: cursor, previous: null, perPage: size };
    const answer = succeed('Banks retrieved', rows.slice(from, end));
    return reply.send(usesCursor === 'true' ? { ...answer, meta } : answer);
  });

  server.get<{ Querystring: Record<string, string | undefined> }>(
    '/paystack/bank/resolve',
    (request, reply) => {
      if (!owner(request)) return refuseKey(reply);
      const { account_number: accountNumber = '', bank_code: bankCode = '' } = request.query;
      if (accountNumber === silentAccount) return keepSilent(reply);
      if (accountNumber === throttledAccount)
        return fail(reply.header('retry-after', '1'), 429, 'Too many requests', 'rate_limited');
      if (accountNumber === faultyAccount) return fail(reply, 500, 'An error occurred', 'server_error');
      if (accountNumber === unknownAccount || bankCode === '')
        return fail(
          reply,
          422,
          'Could not resolve account name. Check parameters or try again.',
          'invalid_bank_code',
        );
      const found = {
        account_number: accountNumber,
        account_name: holders[accountNumber] ?? usualHolder,
        bank_id: numberOf(bankCode),
      };
      return reply.send(succeed('Account number resolved', found));
    },
  );

  server.post('/paystack/transferrecipient', (request, reply) => {
    if (!owner(request)) return refuseKey(reply);
    const body = bodyOf(request);
    const [name, accountNumber, bank] = [text(body.name), text(body.account_number), text(body.bank_code)];
    const currency = text(body.currency) || 'NGN';
    if (!name || !accountNumber || !bank || !text(body.type))
      return fail(reply, 400, 'Required fields are missing', 'missing_params');
    if (accountNumber === faultyAccount) return fail(reply, 500, 'An error occurred', 'server_error');
    if (accountNumber === unknownAccount)
      return fail(reply, 400, 'Account number is invalid', 'invalid_bank_account');
    const account = createHash('sha256').update(`${accountNumber} ${bank}`).digest('hex').slice(0, 15);
    const code = `RCP_${currency}_${bank}_${account}`;
    const recipient = { code, name, accountNumber, bank, currency };
    return reply.code(201).send(succeed('Transfer recipient created successfully', showRecipient(recipient)));
  });
}
