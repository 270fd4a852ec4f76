import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import {
  callbackSuspected,
  evidenceArrived,
  flowIdOf,
  flowTypes,
  flowOptions,
} from '#contracts/transaction-flow';
import type { Configuration } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { IncomingCallback, ProviderAccount } from '#gateway/connectors/connector';
import { findConnector } from '#gateway/connectors/registry';
import type { Database } from '#persistence/database';
import {
  keepProviderEvent,
  type WokenTransaction,
  takeSuspicion,
} from '#persistence/transactions/provider-events';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { createTokenBuckets } from '#runtime/token-buckets';
import { CurrentConfiguration, DATABASE, LOG } from '../resources/resources.js';

/** Callbacks with a wrong signature are looked at so many at a time; any other meanwhile is forgotten. */
const suspicionsAtOnceMax = 4;
/** The event is kept; a workflow that cannot be woken within this time is woken by recovery. */
const wakeLimitMs = 3_000;

/** An identifier and the number of an attempt. */
const attemptReference = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/;

/**
 * Verified → kept once → answered → the workflow is woken. Only what is kept counts: a signal that gets lost is made up
 * for by recovery.
 */
@Injectable()
export class ReceiveProviderCallback {
  /** Callbacks that fail, by provider: beyond this they are answered with 429 and looked at no further. */
  private readonly mayFail = createTokenBuckets({ atOnce: 100, perSecond: 10 });
  private suspicionsUnderWay = 0;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Throws resourceNotFound for an unknown provider, forbidden for a wrong signature, tooManyRequests where too many of
   * this provider have failed; one that is verified is taken all the same.
   */
  async receive(provider: string, callback: IncomingCallback): Promise<void> {
    const configuration = this.configuration.current();
    const connector = findConnector(configuration.providers[provider]?.connector ?? '');
    if (!connector) throw new GatewayError('resourceNotFound');
    const reading = connector.readCallback(callback, accountsOf(configuration, provider));
    const isVerified = reading.kind !== 'unreadable' && reading.signature !== 'wrong';
    if (!isVerified && !this.mayFail(provider, performance.now())) throw new GatewayError('tooManyRequests');
    if (reading.kind === 'unreadable') throw new GatewayError('forbidden', { description: 'Not a callback' });
    if (reading.signature === 'wrong') {
      void this.suspect(reading.evidence.providerReference);
      throw new GatewayError('forbidden', { description: 'Wrong signature' });
    }
    const { eventId, evidence, mids } = reading;
    const kept = await keepProviderEvent(this.database, {
      id: uuid(),
      provider,
      eventId,
      evidence,
      mids,
    }).catch(() => {
      throw new GatewayError('unavailable');
    });
    crashPoint('after inbox');
    if (kept.fresh && kept.transaction) void this.wake(kept.transaction);
  }

  /** Starts the workflow anew when it is closed, so that a late report is looked at as well. */
  private async wake(transaction: WokenTransaction): Promise<void> {
    try {
      await this.temporal.withDeadline(Date.now() + wakeLimitMs, () =>
        this.temporal.workflow.signalWithStart(flowTypes[transaction.type], {
          ...flowOptions(transaction),
          signal: evidenceArrived,
        }),
      );
    } catch {
      this.log.warn({ identifier: transaction.identifier }, 'flow not woken, the sweep will');
    }
  }

  /**
   * The whole effect of a wrong signature, which costs its sender nothing: at most one question to the provider, asked by
   * a workflow that is open anyway, and the further from the one before the more often it happens
   * (`timing.suspected_lookup`).
   */
  private async suspect(providerReference: string): Promise<void> {
    const [, identifier] = attemptReference.exec(providerReference) ?? [];
    if (identifier === undefined || this.suspicionsUnderWay >= suspicionsAtOnceMax) return;
    this.suspicionsUnderWay += 1;
    try {
      const { suspectedLookupMs } = this.configuration.current().timing;
      const type = await takeSuspicion(this.database, identifier, suspectedLookupMs);
      if (type === undefined) return;
      await this.temporal.withDeadline(Date.now() + wakeLimitMs, () =>
        this.temporal.workflow.getHandle(flowIdOf(type, identifier)).signal(callbackSuspected),
      );
    } catch {
      // Nothing is lost by it: what is open is looked up in its turn.
    } finally {
      this.suspicionsUnderWay -= 1;
    }
  }
}

function accountsOf(configuration: Configuration, provider: string): ProviderAccount[] {
  const baseUrl = configuration.providers[provider]?.baseUrl ?? '';
  return Object.entries(configuration.mids)
    .filter(([, mid]) => mid.provider === provider && mid.credentials)
    .map(([mid, { credentials = {} }]) => ({ provider, mid, baseUrl, credentials }));
}
