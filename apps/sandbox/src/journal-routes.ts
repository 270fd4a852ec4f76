import type { FastifyInstance } from 'fastify';
import type { Charge } from './charges/charge.js';
import { identifierOf } from './charges/charge-book.js';
import type { ChargeBook } from './charges/charge-book.js';
import { showTransfer } from './charges/transfer.js';

/** What the provider did with the money of one charge (contract §10). */
type JournalEntry = {
  readonly kind: 'charge';
  readonly identifier: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: 'success' | 'declined' | 'pending';
  readonly date: string;
  /** What the merchant has told of the payer's transfer, if it has. */
  readonly transfer?: Readonly<Record<string, string | undefined>>;
};

/** The independent witness: one entry for each charge of a payment, however often it was asked for. */
export function addJournalRoutes(server: FastifyInstance, book: ChargeBook): void {
  server.get<{ Querystring: { identifier?: string } }>('/journal', (request, reply) => {
    const { identifier } = request.query;
    if (identifier === undefined || identifier === '') {
      return reply.code(400).send({ fault: 'INVALID_FIELD', field: 'identifier' });
    }
    return reply.send({ entries: book.ofIdentifier(identifier).map(describeEntry) });
  });
}

function describeEntry(charge: Charge): JournalEntry {
  return {
    kind: 'charge',
    identifier: identifierOf(charge.order),
    reference: charge.order,
    amount: charge.end?.capturedValue ?? charge.value,
    currency: charge.iso,
    status: describeStatus(charge),
    date: charge.end?.endedAt ?? charge.openedAt,
    ...(charge.transfer !== undefined && { transfer: showTransfer(charge.transfer) }),
  };
}

function describeStatus(charge: Charge): JournalEntry['status'] {
  if (charge.end === undefined) return 'pending';
  return charge.end.state === 'CAPTURED' ? 'success' : 'declined';
}
