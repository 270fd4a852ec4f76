import { Inject, Injectable } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { v7 as uuid } from 'uuid';
import { reportArrived, workflowTypes, workflowOptions } from '#contracts/transaction-workflow';
import type { Configuration } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Evidence } from '#domain/transaction/report';
import { quote } from '#domain/values/text';
import type { CallbackReading, IncomingCallback, ProviderAccount } from '#gateway/connectors/connector';
import { findConnector } from '#gateway/connectors/registry';
import { Database } from '#persistence/database';
import { keepProviderEvent, type WokenTransaction } from '#persistence/transactions/provider-events';
import { Metrics } from '#metrics/metrics';
import type { LabelsOf } from '#metrics/families';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { createTokenBuckets } from '#runtime/token-buckets';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';
import { FollowSuspicions, type Hint } from './follow-suspicions.js';

/**
 * Cost of failed verifications by provider and sender, in bytes that are hashed: the body once for each MID of the provider,
 * and `verificationBytesMin` for the fixed cost of each.
 */
const verification = { atOnce: 128 * 1024 * 1024, perSecond: 128 * 1024 * 1024 };
const verificationBytesMin = 2_000;
/** The event is stored, and recovery wakes the workflow if this takes longer. */
const wakeLimitMs = 3_000;

type Signed<Kind extends 'read' | 'reversal'> = Extract<CallbackReading, { kind: Kind }> & {
  readonly signature: 'right';
};
type VerifiedCallback =
  | Signed<'read'>
  | Signed<'reversal'>
  | (Hint & { readonly signature?: 'right' })
  | Extract<CallbackReading, { kind: 'unrelated' }>;

/** Verify → store once → answer → wake the workflow. The stored event decides: recovery makes up for a lost signal. */
@Injectable()
export class ReceiveProviderCallback {
  /** Charged before verification, and given back if the callback verifies. */
  private readonly mayVerify = createTokenBuckets(verification);
  /** Unverified callbacks per provider; those beyond this rate get 429 and are not followed up. */
  private readonly mayFail = createTokenBuckets({ atOnce: 100, perSecond: 10 });

  constructor(
    private readonly database: Database,
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
    private readonly metrics: Metrics,
    private readonly suspicions: FollowSuspicions,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Returns the transaction of the callback, if there is one. Throws resourceNotFound for an unknown provider, forbidden
   * for a wrong signature, unavailable if it cannot be recorded now, tooManyRequests after too many unverified callbacks of this provider or this `sender` (an address).
   */
  async receive(
    provider: string,
    callback: IncomingCallback,
    sender: string,
  ): Promise<WokenTransaction | undefined> {
    const reading = this.verify(provider, callback, sender);
    switch (reading.kind) {
      case 'unrelated':
        return undefined;
      case 'hint':
        this.count(provider, 'hint');
        if (reading.signature === 'right') await this.suspicions.followSigned(provider, reading);
        else this.followHint(provider, reading);
        return undefined;
      case 'read':
        return this.keep(provider, reading, reading.report);
      case 'reversal':
        return this.keep(provider, reading, reading.reversal);
    }
  }

  private verify(provider: string, callback: IncomingCallback, sender: string): VerifiedCallback {
    const configuration = this.configuration.current();
    const connector = findConnector(configuration.providers[provider]?.connector ?? '');
    if (!connector) {
      const description = `There is no provider with the name ${quote(provider)}`;
      throw new GatewayError('resourceNotFound', { description });
    }
    const accounts = accountsOf(configuration, provider);
    const cost = accounts.length * (verificationBytesMin + callback.rawBody.length);
    const payer = `${provider} ${sender}`;
    if (!this.mayVerify(payer, performance.now(), cost)) throw new GatewayError('tooManyRequests');
    const reading = connector.readCallback(callback, accounts);
    if (isVerified(reading)) {
      this.mayVerify.giveBack(payer, cost);
      return reading;
    }
    if (!this.mayFail(provider, performance.now())) throw new GatewayError('tooManyRequests');
    if (reading.kind === 'unreadable')
      throw new GatewayError('forbidden', { description: 'The body is not a callback of this provider' });
    this.count(provider, 'refused');
    if (reading.kind === 'hint') this.followHint(provider, reading);
    else this.suspicions.follow(referenceOf(reading));
    throw new GatewayError('forbidden', { description: 'The signature is wrong' });
  }

  private followHint(provider: string, hint: Hint): void {
    if ('providerId' in hint) this.suspicions.followId(provider, hint.providerId);
    else this.suspicions.follow(hint.providerReference);
  }

  private async keep(
    provider: string,
    { eventId, mids }: Signed<'read'> | Signed<'reversal'>,
    evidence: Evidence,
  ): Promise<WokenTransaction | undefined> {
    const event = { id: uuid(), provider, eventId, evidence, mids };
    const kept = await keepProviderEvent(this.database, event).catch(unavailable());
    crashPoint('after inbox');
    this.count(provider, kept.fresh ? (kept.transaction ? 'matched' : 'unmatched') : 'repeated');
    if (kept.fresh && kept.wakes && kept.transaction) void this.wake(kept.transaction);
    return kept.transaction;
  }

  private count(provider: string, result: LabelsOf<'gateway_provider_callbacks_total'>['result']): void {
    this.metrics.count('gateway_provider_callbacks_total', { provider, result });
  }

  /** Starts a new workflow if it is closed, so that a late report is examined too. */
  private async wake(transaction: WokenTransaction): Promise<void> {
    try {
      await this.temporal.withDeadline(Date.now() + wakeLimitMs, () =>
        this.temporal.workflow.signalWithStart(workflowTypes[transaction.type], {
          ...workflowOptions(transaction),
          signal: reportArrived,
        }),
      );
    } catch {
      this.log.warn({ identifier: transaction.identifier }, 'workflow not woken; recovery will wake it');
    }
  }
}

function accountsOf(configuration: Configuration, provider: string): ProviderAccount[] {
  const baseUrl = configuration.providers[provider]?.baseUrl ?? '';
  return Object.entries(configuration.mids)
    .filter(([, mid]) => mid.provider === provider && mid.credentials)
    .map(([mid, { credentials = {} }]) => ({ provider, mid, baseUrl, credentials }));
}

function referenceOf(reading: Extract<CallbackReading, { kind: 'read' | 'reversal' }>): string {
  return (reading.kind === 'read' ? reading.report : reading.reversal).providerReference;
}

function isVerified(reading: CallbackReading): reading is VerifiedCallback {
  if (reading.kind === 'unreadable') return false;
  return !('signature' in reading) || reading.signature === 'right';
}
