import { Injectable } from '@nestjs/common';
import { Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { deliverNow } from '#contracts/operator-updates';
import { workflowIdOf } from '#contracts/transaction-workflow';
import { redeliveryWorkflowOptions, redeliveryWorkflowType } from '#contracts/follow-up-workflows';
import { GatewayError } from '#domain/errors/gateway-error';
import { quote } from '#domain/values/text';
import { findEvent, type KnownEvent } from '#persistence/callbacks/deliveries';
import { Database } from '#persistence/database';
import type { Caller } from '../http/parameters.js';
import { unavailable } from '../http/unavailable.js';

/** Maximum wait for Temporal; the merchant can ask again. */
const askLimitMs = 3_000;
/** Maximum number of concurrent redeliveries of one callback. */
const underWayMax = 10;

export const eventIdPattern = /^evt_[0-9A-Za-z-]{1,64}$/;

/** Sends one callback again, same bytes and id (contract §7). */
@Injectable()
export class RedeliverCallback {
  constructor(
    private readonly database: Database,
    private readonly temporal: Client,
  ) {}

  /**
   * If the callback of an end is waiting for its next attempt, that attempt is made now; otherwise a workflow of its own
   * sends it.
   * Throws resourceNotFound for an event of another merchant.
   */
  async redeliver({ merchant }: Caller, eventId: string): Promise<void> {
    // Nothing else is an event id, and Postgres does not accept every text.
    if (!eventIdPattern.test(eventId)) throw eventNotFound(eventId);
    const event = await findEvent(this.database, { merchant, eventId }).catch(unavailable());
    if (!event) throw eventNotFound(eventId);
    if (event.state === 'none') {
      const problem = 'must be an event of a transaction with a callback_url';
      throw new GatewayError('invalidParams', { fields: [{ path: 'event_id', problem }] });
    }
    const isAwaited = !event.isOfReversal && (event.state === 'pending' || event.state === 'paused');
    if (isAwaited && (await this.hurry(event))) return;
    await this.startSending(eventId, event);
  }

  /**
   * Whether the transaction's own workflow has taken the request. It refuses while an attempt by hand is under way, which
   * began before this request, and where it has just delivered the callback.
   */
  private async hurry({ type, identifier }: KnownEvent): Promise<boolean> {
    try {
      const update = await this.temporal.withDeadline(Date.now() + askLimitMs, () =>
        this.temporal.workflow
          .getHandle(workflowIdOf(type, identifier))
          .startUpdate(deliverNow, { waitForStage: 'ACCEPTED' }),
      );
      return !(await this.isRefused(update));
    } catch {
      return false;
    }
  }

  /** Only a refusal is waited for; the outcome of an accepted update comes with the attempt. */
  private async isRefused(update: { result(): Promise<unknown> }): Promise<boolean> {
    const leaving = new AbortController();
    const isRefused = this.temporal
      .withAbortSignal(leaving.signal, () => update.result())
      .then(
        () => false,
        () => !leaving.signal.aborted,
      );
    const isAccepted = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
    try {
      return await Promise.race([isRefused, isAccepted]);
    } finally {
      leaving.abort();
    }
  }

  /** If a workflow with one number is running, another call started it: the next number is tried. */
  private async startSending(eventId: string, { identifier, attempts }: KnownEvent): Promise<void> {
    for (let n = attempts + 1; n <= attempts + underWayMax; n += 1) {
      try {
        const options = redeliveryWorkflowOptions({ identifier, eventId, n });
        await this.temporal.withDeadline(Date.now() + askLimitMs, () =>
          this.temporal.workflow.start(redeliveryWorkflowType, options),
        );
        return;
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw new GatewayError('unavailable');
      }
    }
    const description = `${underWayMax} redeliveries of this callback are already under way`;
    throw new GatewayError('tooManyRequests', { description });
  }
}

export function eventNotFound(eventId: string): GatewayError {
  const description = `This merchant has no callback with the event id ${quote(eventId)}`;
  return new GatewayError('resourceNotFound', { description });
}
