import { Injectable } from '@nestjs/common';
import { GatewayError } from '#domain/errors/gateway-error';
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
import { ListCallbacksQuery } from './list-callbacks.dto.js';
import { eventIdPattern, eventNotFound } from './redeliver-callback.js';

/** What merchants see of their callbacks (contract §7). */
@Injectable()
export class ListCallbacks {
  constructor(private readonly database: Database) {}

  /** One page, newest first. */
  async list({ merchant }: Caller, sent: SentQuery): Promise<Readonly<Record<string, unknown>>> {
    const query = acceptQuery(ListCallbacksQuery, sent);
    const page = await listCallbacks(this.database, {
      merchant,
      states: query.state === undefined ? undefined : readSome(query.state),
      after: query.after === undefined ? undefined : readCursor(query.after),
      limit: readLimit(query.limit),
    }).catch(() => {
      throw new GatewayError('unavailable');
    });
    return {
      callbacks: page.callbacks.map(describeCallback),
      next_after: page.nextAfter ? writeCursor(page.nextAfter) : null,
    };
  }

  /** One callback with its deliveries. Throws resourceNotFound for one of another merchant. */
  async show({ merchant }: Caller, eventId: string): Promise<Readonly<Record<string, unknown>>> {
    // Nothing else is an event id, and Postgres does not accept every text.
    if (!eventIdPattern.test(eventId)) throw eventNotFound(eventId);
    const callback = await findCallback(this.database, { merchant, eventId }).catch(() => {
      throw new GatewayError('unavailable');
    });
    if (!callback) throw eventNotFound(eventId);
    return { ...describeCallback(callback), deliveries: callback.deliveries.map(describeDelivery) };
  }
}

function describeCallback({ eventId, identifier, reference, state, attempts, ...callback }: ListedCallback) {
  return {
    event_id: eventId,
    identifier,
    reference,
    state,
    attempts,
    next_attempt: callback.nextAttempt?.toISOString() ?? null,
    callback_url: callback.callbackUrl,
  };
}

/** One attempt to deliver a callback. */
export function describeDelivery({ at, httpStatus, failure, latencyMs }: LoggedDelivery) {
  return {
    date: at.toISOString(),
    status: httpStatus,
    error: readDeliveryError(failure),
    duration_ms: latencyMs,
  };
}
