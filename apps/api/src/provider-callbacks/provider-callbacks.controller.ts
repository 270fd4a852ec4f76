import { Controller, HttpCode, Inject, Injectable, Param, Post, Req } from '@nestjs/common';
import { Client } from '@temporalio/client';
import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { evidenceArrived, workflowTypes, workflowOptions } from '#contracts/transaction-workflow';
import type { Configuration } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import { quote } from '#domain/values/text';
import type { IncomingCallback, ProviderAccount } from '#gateway/connectors/connector';
import { findConnector } from '#gateway/connectors/registry';
import { Database } from '#persistence/database';
import { keepProviderEvent, type WokenTransaction } from '#persistence/transactions/provider-events';
import { Metrics } from '#metrics/metrics';
import type { LabelsOf } from '#metrics/families';
import { crashPoint } from '#runtime/crash-point';
import type { Logger } from '#runtime/create-log';
import { createTokenBuckets } from '#runtime/token-buckets';
import { noteAnswer } from '../http/note-answer.js';
import { rawBodyOf } from '../http/parameters.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';
import { FollowSuspicions } from './follow-suspicions.js';

/**
 * What verifying callbacks in vain may cost by provider and sender, in bytes that are hashed: with each of the provider's
 * MIDs once, and this much more for what a callback costs whatever its length.
 */
const verification = { atOnce: 128 * 1024 * 1024, perSecond: 128 * 1024 * 1024 };
const verificationBytesMin = 2_000;
/** The event is stored; recovery wakes a workflow that cannot be woken within this time. */
const wakeLimitMs = 3_000;

/**
 * Verified → stored once → answered → the workflow is woken. Only what is stored counts: recovery makes up for a lost
 * signal.
 */
@Injectable()
export class ReceiveProviderCallback {
  /** Asked before anything is verified; what verifies has cost nothing. */
  private readonly mayVerify = createTokenBuckets(verification);
  /** Unverified callbacks per provider: beyond this rate they are answered with 429 and not followed up. */
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
   * Answers the transaction that it is about, if there is one. Throws resourceNotFound for an unknown provider, forbidden
   * for a wrong signature, tooManyRequests after too many unverified callbacks of this provider. A verified one, or a hint,
   * is always accepted, unless its `sender` (an address) has sent too much that was costly to refuse.
   */
  async receive(
    provider: string,
    callback: IncomingCallback,
    sender: string,
  ): Promise<WokenTransaction | undefined> {
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
    const isVerified = reading.kind === 'read' && reading.signature === 'right';
    if (isVerified || reading.kind === 'hint' || reading.kind === 'unrelated') {
      this.mayVerify.giveBack(payer, cost);
    }
    if (reading.kind === 'unrelated') return;
    if (reading.kind === 'hint') {
      this.count(provider, 'hint');
      this.suspicions.follow(reading.providerReference);
      return;
    }
    if (!isVerified && !this.mayFail(provider, performance.now())) throw new GatewayError('tooManyRequests');
    if (reading.kind === 'unreadable')
      throw new GatewayError('forbidden', { description: 'The body is not a callback of this provider' });
    if (reading.signature === 'wrong') {
      this.count(provider, 'refused');
      this.suspicions.follow(reading.evidence.providerReference);
      throw new GatewayError('forbidden', { description: 'The signature is wrong' });
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
    this.count(provider, kept.fresh ? (kept.transaction ? 'matched' : 'unmatched') : 'repeated');
    if (kept.fresh && kept.wakes && kept.transaction) void this.wake(kept.transaction);
    return kept.transaction;
  }

  private count(provider: string, result: LabelsOf<'gateway_provider_callbacks_total'>['result']): void {
    this.metrics.count('gateway_provider_callbacks_total', { provider, result });
  }

  /** Starts the workflow again if it is closed, so that a late report is examined too. */
  private async wake(transaction: WokenTransaction): Promise<void> {
    try {
      await this.temporal.withDeadline(Date.now() + wakeLimitMs, () =>
        this.temporal.workflow.signalWithStart(workflowTypes[transaction.type], {
          ...workflowOptions(transaction),
          signal: evidenceArrived,
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

@Controller('provider-callbacks')
export class ProviderCallbacksController {
  constructor(private readonly receiveProviderCallback: ReceiveProviderCallback) {}

  /** Contract §7: a provider's callback. 200 means that it is stored. */
  @Post(':provider')
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest, @Param('provider') provider: string): Promise<object> {
    const callback = {
      target: request.originalUrl,
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      rawBody: rawBodyOf(request),
    };
    const transaction = await this.receiveProviderCallback.receive(provider, callback, request.ip);
    request.traceparent = transaction?.traceparent ?? undefined;
    noteAnswer(request, { identifier: transaction?.identifier, reference: transaction?.reference });
    return {};
  }
}
