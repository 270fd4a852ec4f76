import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allAccounts, findAccount } from '../accounts.js';
import { authenticate, rawBody } from '../orders/authenticate.js';
import type { OrderBook } from '../orders/order-book.js';
import { parseObject, text } from '../orders/read-fields.js';
import { signatureHeader } from '../signature.js';
import { linesOf } from './account-lines.js';
import { showUnits } from './line-amounts.js';
import { movementsOf } from './movement.js';
import { showBalances, showLine, statementOf, writeCsv } from './show-statement.js';
import { readPeriod } from './read-period.js';
import { faultNames, type FaultName, type StatementFacts } from './statement-facts.js';
import { writeCamt } from './write-camt.js';

type Query = { readonly Querystring: Readonly<Record<string, string | undefined>> };

/** Faults that need no line. */
const withoutLine: ReadonlySet<FaultName> = new Set([
  'extra',
  'opening',
  'not_paid_out',
  'short_paid',
  'unknown_kind',
]);

/**
 * The statements of the provider and of the bank, and the provider's panel for them, for tests (contract §16.8). Requests need no
 * signature, but one that they have must be right.
 */
export function addStatementRoutes(server: FastifyInstance, book: OrderBook, facts: StatementFacts): void {
  server.get<Query>('/statements', (request, reply) => {
    const { account = '', limit, after } = request.query;
    const refusal = refuse(request, account);
    if (refusal !== undefined) return send(reply, refusal);
    const period = readPeriod(request.query);
    if (!period) return reply.code(422).send({ fault: 'INVALID_FIELD', field: 'from, to, timezone' });
    const isOff = facts
      .faultsOf(account)
      .some(({ name, at }) => name === 'opening' && at < period.to.toISOString());
    const statement = statementOf(linesOf(book, facts, account).lines, period, isOff);
    if (request.headers.accept?.includes('text/csv') === true)
      return reply.type('text/csv; charset=utf-8').send(writeCsv(statement, period.timezone, period.days));
    const { lines } = statement;
    const start = after === undefined ? 0 : lines.findIndex(({ key }) => key === after) + 1;
    const end = limit === undefined ? lines.length : start + Math.max(1, Number(limit) || 1);
    const page = lines.slice(start, end);
    return reply.send({
      account,
      ...period.days,
      timezone: period.timezone,
      balances: showBalances(statement),
      total: lines.length,
      lines: page.map((line) => showLine(line, period.timezone)),
      next_after: end < lines.length ? page.at(-1)?.key : null,
    });
  });

  server.get<Query>('/bank', (request, reply) => {
    const { account, currency: iso = 'EUR', iban = 'DE89370400440532013000' } = request.query;
    const period = readPeriod(request.query);
    if (!period || !/^[A-Z]{3}$/.test(iso) || !/^[A-Z0-9]{4,34}$/.test(iban))
      return reply.code(422).send({ fault: 'INVALID_FIELD', field: 'from, to, timezone, currency, iban' });
    if (account !== undefined && !findAccount(account)) return send(reply, unknownAccount);
    const accounts = account === undefined ? allAccounts().map(({ id }) => id) : [account];
    const payments = accounts.flatMap((id) => linesOf(book, facts, id).payments);
    const { from, to, timezone, fromText, toText } = period;
    return reply
      .type('application/xml; charset=utf-8')
      .send(writeCamt(payments, { from, to, fromText, toText }, { iso, iban, timezone }));
  });

  server.post<{ Body: Buffer }>('/panel/settle', (request, reply) => {
    const fields = fieldsOf(request);
    if (!fields) return reply.code(422).send({ fault: 'UNREADABLE_REQUEST' });
    const named = text(fields.account);
    if (named !== '' && !findAccount(named)) return send(reply, unknownAccount);
    const accounts = named === '' ? allAccounts().map(({ id }) => id) : [named];
    return reply.send({ settlements: accounts.flatMap((account) => settle(account)) });
  });

  server.post<{ Body: Buffer }>('/panel/statement-fault', (request, reply) => {
    const fields = fieldsOf(request);
    const name = faultNames.find((one) => one === fields?.fault);
    if (!fields || !name)
      return reply.code(422).send({ fault: 'INVALID_FIELD', field: 'fault', one_of: faultNames });
    const reference = text(fields.reference);
    const target = targetOf(name, reference, text(fields.account));
    if (!target) return reply.code(404).send({ fault: 'UNKNOWN_LINE' });
    const at = new Date().toISOString();
    facts.record({ fact: 'fault', name, ...target, at });
    return reply.send({ fault: name, ...target });
  });

  /** Closes the batches of an account: one for each currency in which something is left to be paid out. */
  function settle(account: string) {
    const before = linesOf(book, facts, account).lines;
    const open = before.filter((line) => line.settlement === undefined);
    const at = new Date().toISOString();
    for (const iso of [...new Set(open.map((line) => line.iso))].toSorted()) {
      const sum = open.filter((line) => line.iso === iso).reduce((total, { net }) => total + net, 0n);
      if (sum <= 0n) continue;
      const number = facts.settlementsOf(account).length + 1;
      const id = `set_${number}_${randomBytes(5).toString('hex')}`;
      facts.record({ fact: 'settled', id, account, iso, at });
    }
    const { lines, payments } = linesOf(book, facts, account);
    return payments
      .filter(({ settlement }) => settlement.at === at)
      .map(({ settlement: { id, iso }, units }) => ({
        settlement: id,
        account,
        currency: iso,
        amount: showUnits(units, iso),
        lines: lines.filter((line) => line.settlement === id && line.kind !== 'settlement').length,
      }));
  }

  /** Whose statement is wrong, and where; undefined if there is no such line or settlement. */
  function targetOf(name: FaultName, reference: string, named: string) {
    const accounts = named === '' ? allAccounts().map(({ id }) => id) : [named];
    if (name === 'not_paid_out' || name === 'short_paid') {
      const settlements = accounts.flatMap((id) => facts.settlementsOf(id));
      const found = settlements.find(({ id }) => id === reference);
      if (reference !== '') return found && { account: found.account, about: found.id };
      return { account: named === '' ? usualAccount() : named };
    }
    if (name === 'extra') {
      const strange = reference === '' ? `${randomUUID()}-1` : reference;
      return { account: named === '' ? usualAccount() : named, reference: strange };
    }
    const movements = accounts.flatMap((id) => movementsOf(book, id));
    const line =
      reference === '' ? undefined : movements.find((movement) => movement.reference === reference);
    if (line) return { account: line.account, about: line.key };
    if (reference !== '') return undefined;
    if (withoutLine.has(name)) return { account: named === '' ? usualAccount() : named };
    const last = movements.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
    return last && { account: last.account, about: last.key };
  }

  /** The one in which money has moved last. */
  function usualAccount(): string {
    const [first, ...others] = allAccounts().map(({ id }) => ({
      id,
      at: movementsOf(book, id).at(-1)?.at ?? '',
    }));
    return others.reduce((last, one) => (one.at > last.at ? one : last), first ?? { id: '', at: '' }).id;
  }
}

const unknownAccount = { code: 404, body: { fault: 'UNKNOWN_ACCOUNT' } };

function refuse(request: FastifyRequest, account: string) {
  if (!findAccount(account)) return unknownAccount;
  if (request.headers[signatureHeader] === undefined || authenticate(request)?.id === account)
    return undefined;
  return { code: 401, body: { fault: 'BAD_SIGNATURE' } };
}

function send(reply: FastifyReply, { code, body }: { readonly code: number; readonly body: object }) {
  return reply.code(code).send(body);
}

function fieldsOf(request: FastifyRequest): ReturnType<typeof parseObject> {
  const body = rawBody(request);
  return body.length === 0 ? {} : parseObject(body);
}
