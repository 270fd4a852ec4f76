import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Project } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import { signingKeysOf, type KeySet } from '#domain/keys/stored-keys';
import type { delivery } from '#domain/wire/callbacks';
import type { ValueOf } from '#domain/wire/schema';
import { reportDelivery, type CallbackSender } from '#gateway/callbacks/send-callback';
import { isAllowedTarget } from '#gateway/callbacks/target-policy';
import type { Caller } from '../http/parameters.js';
import type { ParsedObject } from '../http/parse-body.js';
import { CurrentConfiguration, SEND_CALLBACK, STORED_KEYS } from '../resources/resources.module.js';
import { describeDelivery } from './list-callbacks.js';
import { readTestCallback } from './send-test-callback.dto.js';

/** Concurrent test callbacks per merchant and process, because a slow target holds each call. */
const underWayMax = 2;

/** Sends a test callback, which shows a merchant whether the endpoint accepts it (contract §7). */
@Injectable()
export class SendTestCallback {
  /** By merchant. */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly configuration: CurrentConfiguration,
    @Inject(STORED_KEYS) private readonly storedKeys: () => KeySet,
    @Inject(SEND_CALLBACK) private readonly send: CallbackSender,
  ) {}

  /**
   * Sends one callback, once, signed like those of transactions, and returns the result. Nothing is stored. Throws 31 without
   * a URL, 30 for a URL outside the project's callback targets, 429 while the merchant has `underWayMax` test callbacks under
   * way.
   */
  async sendOnce(caller: Caller, body: ParsedObject | undefined): Promise<ValueOf<typeof delivery>> {
    const project = this.configuration.project(caller.project);
    const url = targetOf(project, body);
    return this.within(caller.merchant, () => this.sendTo(url, caller, project));
  }

  private async sendTo(url: string, { merchant, project: code }: Caller, project: Project) {
    const at = new Date();
    const keys = signingKeysOf(this.configuration.current(), this.storedKeys(), code, at.getTime());
    if (keys.length === 0) {
      throw new GatewayError('invalidParams', {
        description: 'The project has no callback key to sign with',
      });
    }
    const eventId = `evt_test_${uuid().replaceAll('-', '')}`;
    const content = JSON.stringify({ event_id: eventId, type: 'test', timestamp: at.toISOString() });
    const result = await this.send({
      url,
      merchant,
      body: Buffer.from(content),
      eventId,
      keys,
      targets: project.callbackTargets,
      date: at,
      timeoutMs: project.timing.callbackAttemptMs,
    });
    const { httpStatus = null, failure = null, latencyMs } = reportDelivery(result);
    return describeDelivery({ at, httpStatus, failure, latencyMs });
  }

  private async within<Result>(merchant: string, work: () => Promise<Result>): Promise<Result> {
    const others = this.underWay.get(merchant) ?? 0;
    if (others >= underWayMax) {
      const description = `${underWayMax} test callbacks of this merchant are already under way`;
      throw new GatewayError('tooManyRequests', { description });
    }
    this.underWay.set(merchant, others + 1);
    try {
      return await work();
    } finally {
      const left = (this.underWay.get(merchant) ?? 1) - 1;
      if (left === 0) this.underWay.delete(merchant);
      else this.underWay.set(merchant, left);
    }
  }
}

/** The URL of the body, else the project's own, which was checked when the configuration was applied. */
function targetOf({ defaults, callbackTargets }: Project, body: ParsedObject | undefined): string {
  const path = 'callback_url';
  const wanted = readTestCallback(body);
  if (!wanted.isGiven) {
    if (defaults.callback_url !== undefined) return defaults.callback_url;
    throw new GatewayError('requiredFieldsMissing', { fields: [{ path, problem: 'is required' }] });
  }
  if (wanted.problems.length > 0) throw new GatewayError('invalidParams', { fields: wanted.problems });
  if (isAllowedTarget(wanted.url, callbackTargets)) return wanted.url;
  const problem = 'must be one of the callback targets allowed for the project';
  throw new GatewayError('invalidParams', { fields: [{ path, problem }] });
}
