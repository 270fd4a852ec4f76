import { Inject, Injectable } from '@nestjs/common';
import { Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { deliverNow } from '#contracts/operator-updates';
import { flowIdOf } from '#contracts/transaction-flow';
import { redeliveryFlowOptions, redeliveryFlowType } from '#contracts/follow-up-flows';
import { GatewayError } from '#domain/errors/gateway-error';
import { findEvent, type KnownEvent } from '#persistence/callbacks/deliveries';
import type { Database } from '#persistence/database';
import type { Caller } from '../http/parameters.js';
import { DATABASE } from '../resources/resources.js';

/** Temporal is asked no longer than this; whoever wants it asks again. */
const askLimitMs = 3_000;
/** Sendings of one callback at the same time. */
const underWayMax = 10;

const eventIdPattern = /^evt_[0-9A-Za-z-]{1,64}$/;

/** Sends one callback again, same bytes and id (contract §7). */
@Injectable()
export class RedeliverCallback {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly temporal: Client,
  ) {}

  /**
   * A callback that waits for its next attempt is hurried; any other is sent by a workflow of its own. Throws
   * resourceNotFound for an event that is not the merchant's.
   */
  async redeliver({ merchant }: Caller, eventId: string): Promise<void> {
    // Nothing else is an event's id, and not every text is one that Postgres takes.
    if (!eventIdPattern.test(eventId)) throw new GatewayError('resourceNotFound');
    const event = await findEvent(this.database, { merchant, eventId }).catch(() => {
      throw new GatewayError('unavailable');
    });
    if (!event) throw new GatewayError('resourceNotFound');
    if (event.state === 'none') {
      const problem = 'its transaction has no callback_url';
      throw new GatewayError('invalidParams', { fields: [{ path: 'event_id', problem }] });
    }
    const isAwaited = event.state === 'pending' || event.state === 'paused';
    if (isAwaited && (await this.hurry(event))) return;
    await this.startSending(eventId, event);
  }

  /**
   * Whether the transaction's own workflow was reached. It may refuse, having told the merchant in this very moment or
   * being about to for the first time: either way the callback is sent after it was asked for.
   */
  private async hurry({ type, identifier }: KnownEvent): Promise<boolean> {
    try {
      await this.temporal.withDeadline(Date.now() + askLimitMs, () =>
        this.temporal.workflow
          .getHandle(flowIdOf(type, identifier))
          .startUpdate(deliverNow, { waitForStage: 'ACCEPTED' }),
      );
      return true;
    } catch {
      return false;
    }
  }

  /** A number that is running belongs to another call, so the next one is tried. */
  private async startSending(eventId: string, { identifier, attempts }: KnownEvent): Promise<void> {
    for (let n = attempts + 1; n <= attempts + underWayMax; n += 1) {
      try {
        const options = redeliveryFlowOptions({ identifier, eventId, n });
        await this.temporal.withDeadline(Date.now() + askLimitMs, () =>
          this.temporal.workflow.start(redeliveryFlowType, options),
        );
        return;
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw new GatewayError('unavailable');
      }
    }
    const description = `The callback is being sent ${underWayMax} times already`;
    throw new GatewayError('tooManyRequests', { description });
  }
}
