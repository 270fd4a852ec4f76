import { Injectable } from '@nestjs/common';
import type { callback, callbackPage, callbackWithDeliveries, delivery } from '#domain/wire/callbacks';
import type { ValueOf } from '#domain/wire/schema';
import { readDeliveryError } from '#gateway/callbacks/endpoint';
import {
  findCallback,
  listCallbacks,
  type ListedCallback,
  type LoggedDelivery,
} from '#persistence/callbacks/list-callbacks';
import { Database } from '#persistence/database';
import { readCursor, writeCursor } from '../events/feed-cursor.js';
import { acceptQuery, readLimit, readSome, type SentQuery } from '../http/list-query.js';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';
import { ListCallbacksQuery } from './list-callbacks.dto.js';
import { eventIdPattern, eventNotFound } from './redeliver-callback.js';

/** What merchants see of their callbacks (contract §7). */
@Injectable()
export class ListCallbacks {
  constructor(private readonly database: Database) {}

  /** One page, newest first. */
  async list({ merchant }: Caller, sent: SentQuery): Promise<ValueOf<typeof callbackPage>> {
    const query = acceptQuery(ListCallbacksQuery, sent);
    const page = await listCallbacks(this.database, {
      merchant,
      states: query.state === undefined ? undefined : readSome(query.state),
      after: query.after === undefined ? undefined : readCursor(query.after),
      limit: readLimit(query.limit),
    }).catch(unavailable());
    return {
      callbacks: page.callbacks.map(describeCallback),
      next_after: page.nextAfter ? writeCursor(page.nextAfter) : null,
    };
  }

  /** One callback with its deliveries. Throws resourceNotFound for one of another merchant. */
  async show({ merchant }: Caller, eventId: string): Promise<ValueOf<typeof callbackWithDeliveries>> {
    // Postgres does not accept every text.
    if (!eventIdPattern.test(eventId)) throw eventNotFound(eventId);
    const found = await findCallback(this.database, { merchant, eventId }).catch(unavailable());
    if (!found) throw eventNotFound(eventId);
    return { ...describeCallback(found), deliveries: found.deliveries.map(describeDelivery) };
  }
}

function describeCallback(listed: ListedCallback): ValueOf<typeof callback> {
  const { eventId, identifier, reference, state, attempts, nextAttempt, callbackUrl } = listed;
  return {
    event_id: eventId,
    identifier,
    reference,
    state,
    attempts,
    next_attempt: nextAttempt?.toISOString() ?? null,
    callback_url: callbackUrl,
  };
}

/** One attempt to deliver a callback. */
export function describeDelivery(attempt: LoggedDelivery): ValueOf<typeof delivery> {
  const { at, httpStatus, failure, latencyMs } = attempt;
  return {
    date: at.toISOString(),
    status: httpStatus,
    error: readDeliveryError(failure),
    duration_ms: latencyMs,
  };
}
