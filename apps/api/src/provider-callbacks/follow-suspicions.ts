import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Client } from '@temporalio/client';
import { callbackSuspected, workflowOptions, workflowTypes } from '#contracts/transaction-workflow';
import { GatewayError } from '#domain/errors/gateway-error';
import type { CallbackReading } from '#gateway/connectors/connector';
import { Database } from '#persistence/database';
import {
  askAboutSuccesses,
  findByProviderIds,
  takeSuspicions,
  type Suspicion,
} from '#persistence/transactions/suspicions';
import { createTokenBuckets } from '#runtime/token-buckets';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration } from '../resources/resources.module.js';
import { createGatherer } from './gather.js';

/** Per reference; faster repetitions are ignored, because they carry no news. */
const perReference = { atOnce: 60, perSecond: 1 };
/** Time limit of the signal; without it the workflow looks the transaction up on schedule. */
const signalLimitMs = 3_000;
/** Tries for a transaction that another process has locked. */
const triesMax = 3;
/** Pause between two batches, in milliseconds. */
const gatherMs = 20;

export type Hint = Extract<CallbackReading, { kind: 'hint' }>;

/** An identifier and the number of an attempt. */
const attemptReference = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-\d+$/;

/**
 * Follows up hints and callbacks with a wrong signature. Anybody can send them, but for signed hints, so the only effect is one
 * look-up at the provider, by an open workflow or of a success, at growing intervals (`timing.suspected_lookup`).
 *
 * One statement at a time finds the open transactions of a batch. A reference without a transaction costs one index look-up
 * and delays no other.
 */
@Injectable()
export class FollowSuspicions {
  private readonly mayRepeat = createTokenBuckets(perReference);
  private readonly tries = new Map<string, number>();
  private readonly gathered = createGatherer((identifiers) => this.followAll(identifiers));
  private readonly gatheredIds = createGatherer((names) => this.findAll(names));

  constructor(
    private readonly database: Database,
    private readonly temporal: Client,
    private readonly configuration: CurrentConfiguration,
  ) {}

  /** Returns at once. `providerReference`: the reference under which the provider knows the transaction. */
  follow(providerReference: string): void {
    const [, identifier] = attemptReference.exec(providerReference) ?? [];
    if (identifier === undefined || !this.mayRepeat(identifier, performance.now())) return;
    this.gathered.add(identifier);
  }

  /** The same of what the provider knows by this id of its own. */
  followId(provider: string, providerId: string): void {
    const name = JSON.stringify([provider, providerId]);
    if (this.mayRepeat(name, performance.now())) this.gatheredIds.add(name);
  }

  /**
   * The same of a signed hint, once its question is recorded, because its provider does not repeat what was answered. Throws
   * unavailable if that cannot be done now.
   */
  async followSigned(provider: string, hint: Hint): Promise<void> {
    let identifiers = await this.namedBy(provider, hint).catch(unavailable());
    for (let tries = 1; identifiers.length > 0; tries += 1) {
      identifiers = await this.record(identifiers).catch(unavailable());
      if (identifiers.length > 0 && tries === triesMax) throw new GatewayError('unavailable');
      if (identifiers.length > 0) await sleep(gatherMs);
    }
  }

  private async namedBy(provider: string, hint: Hint): Promise<readonly string[]> {
    if ('providerId' in hint) return findByProviderIds(this.database, [[provider, hint.providerId]]);
    const [, identifier] = attemptReference.exec(hint.providerReference) ?? [];
    return identifier === undefined ? [] : [identifier];
  }

  private async findAll(names: readonly string[]): Promise<void> {
    const ids = names.map((name) => JSON.parse(name) as readonly [provider: string, providerId: string]);
    // As below, nothing is lost.
    const identifiers = await findByProviderIds(this.database, ids).catch(() => []);
    for (const identifier of identifiers) this.gathered.add(identifier);
    await sleep(gatherMs);
  }

  private async followAll(identifiers: readonly string[]): Promise<void> {
    try {
      const locked = new Set(await this.record(identifiers));
      for (const identifier of identifiers) this.tryAgain(identifier, locked.has(identifier));
    } catch {
      // Nothing is lost: an open transaction is looked up on schedule.
      for (const identifier of identifiers) this.tries.delete(identifier);
    }
    await sleep(gatherMs);
  }

  /** Records the questions and signals open workflows. Returns those that another process had locked. */
  private async record(identifiers: readonly string[]): Promise<readonly string[]> {
    const { suspectedLookupMs } = this.configuration.current().timing;
    const named = await takeSuspicions(this.database, identifiers, suspectedLookupMs);
    const signalled = Promise.all(named.filter(({ isTaken }) => isTaken).map((taken) => this.signal(taken)));
    await askAboutSuccesses(this.database, identifiers, suspectedLookupMs);
    await signalled;
    return named.filter(({ isTaken }) => !isTaken).map(({ identifier }) => identifier);
  }

  private tryAgain(identifier: string, isLocked: boolean): void {
    const tries = (this.tries.get(identifier) ?? 0) + 1;
    this.tries.delete(identifier);
    if (!isLocked || tries >= triesMax) return;
    if (this.gathered.add(identifier)) this.tries.set(identifier, tries);
  }

  /** Starts the workflow if it was lost or its start is delayed. */
  private async signal(suspicion: Suspicion): Promise<void> {
    await this.temporal
      .withDeadline(Date.now() + signalLimitMs, () =>
        this.temporal.workflow.signalWithStart(workflowTypes[suspicion.type], {
          ...workflowOptions(suspicion),
          signal: callbackSuspected,
        }),
      )
      .catch(() => undefined);
  }
}
