import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountCheck } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import { beneficiaryName, compareNames } from '#domain/holder-name';
import type { Plan, PlannedRoute } from '#domain/transaction/plan';
import type { TransactionRequest } from '#domain/transaction/request';
import type { AccountResolution } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { Database } from '#persistence/database';
import { Metrics } from '#metrics/metrics';
import { leaseRequests } from '#persistence/rates/lease-requests';
import type { Logger } from '#runtime/create-log';
import { createRateLimit, inTime, type RateLimit } from '../http/rate-limit.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';

/** `held`: to be registered, and sent once a person has approved it. */
export type PayeeCheck =
  { readonly kind: 'passed' | 'held' } | { readonly kind: 'refused'; readonly error: GatewayError };

/** A payout as far as its payee is concerned. `path`: the field that is at fault where the account is another's. */
export type Payee = Pick<TransactionRequest, 'reference' | 'customer' | 'requisites'> & {
  readonly path: string;
};

type Route = Pick<PlannedRoute, 'mid' | 'provider'>;

const passed: PayeeCheck = { kind: 'passed' };
const turnMs = 50;

/** Whose account a payout goes to, asked of its provider before anything is registered. Names go nowhere else. */
@Injectable()
export class PayeeChecks {
  private readonly limit: RateLimit;
  /** Until when a MID has asked not to be asked, in milliseconds of a monotonic clock. */
  private readonly quietUntil = new Map<string, number>();

  constructor(
    database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.limit = createRateLimit(
      inTime((asked) => leaseRequests(database, asked)),
      () => log.warn('rate limit of account checks not shared: they are counted per process'),
    );
  }

  /**
   * Compares the account's holder with the beneficiary, where the provider of the first route has `resolve_accounts`
   * (docs/decisions/0035). Nothing but the provider's clear word is a mismatch. It takes no longer than half of what is left until `deadline`.
   */
  async check(
    payee: Payee,
    { routes: [route] }: Plan,
    { lookUpMs, deadline }: { readonly lookUpMs: number; readonly deadline: number },
  ): Promise<PayeeCheck> {
    const rules = this.configuration.current().providers[route?.provider ?? '']?.resolveAccounts;
    const { requisites = {}, customer } = payee;
    const name = beneficiaryName(requisites, customer);
    const isNamed = requisites['account_number'] !== undefined && requisites['bank_code'] !== undefined;
    if (!route || !rules || !isNamed || name === '') return passed;
    const endsAt = performance.now() + Math.min(lookUpMs, (deadline - Date.now()) / 2);
    const holder = await this.resolve(route, requisites, endsAt);
    if (holder.kind === 'noAnswer') return this.unanswered(payee, route, rules, holder);
    switch (compareNames(name, holder.name)) {
      case 'same':
        return passed;
      case 'unclear':
        return this.unanswered(payee, route, rules, {
          cause: 'unreadable',
          detail: 'the name tells nothing',
        });
      case 'other':
        return this.mismatched(payee, route, rules);
    }
  }

  private mismatched(
    { reference, path }: Payee,
    { provider }: Route,
    { mismatch }: AccountCheck,
  ): PayeeCheck {
    this.log.info({ provider, followed: mismatch }, 'account is in another name');
    if (mismatch === 'review') return { kind: 'held' };
    const problem = 'the account is in another name than that of the beneficiary';
    return {
      kind: 'refused',
      error: new GatewayError('invalidParams', { reference, fields: [{ path, problem }] }),
    };
  }

  private unanswered(
    { reference }: Payee,
    { provider }: Route,
    { noAnswer }: AccountCheck,
    { cause, detail }: { readonly cause: string; readonly detail: string },
  ): PayeeCheck {
    this.log.warn({ provider, cause, detail, followed: noAnswer }, 'account was not resolved');
    if (noAnswer === 'continue') return passed;
    const description = 'Nobody can tell now whose the account is';
    return { kind: 'refused', error: new GatewayError('unavailable', { reference, description }) };
  }

  private async resolve(
    route: Route,
    { bank_code: bankCode, ...requisites }: Readonly<Record<string, string>>,
    endsAt: number,
  ): Promise<AccountResolution> {
    const found = findAccount(this.configuration.current(), route, 'payout');
    if (found.kind === 'missing') return unasked(found.error);
    if (!(await this.awaitTurn(route.mid, endsAt))) return unasked('the provider wants no more questions');
    const startedAt = performance.now();
    const timeoutMs = Math.max(1, endsAt - startedAt);
    const order = { requisites, ...(bankCode !== undefined && { bankCode }) };
    const answer = await found.calls.resolveAccount?.(order, found.account, { timeoutMs });
    const endedAt = performance.now();
    const { provider } = route;
    const call = { provider, operation: 'resolve_account' } as const;
    this.metrics.observe('gateway_provider_call_seconds', call, (endedAt - startedAt) / 1_000);
    if (answer?.kind === 'noAnswer' && answer.retryAfterMs !== undefined)
      this.quietUntil.set(route.mid, endedAt + answer.retryAfterMs);
    return answer ?? unasked('its connector cannot ask');
  }

  /** Within the MID's own rate, and not while the provider has asked for patience. False: not in time. */
  private async awaitTurn(mid: string, endsAt: number): Promise<boolean> {
    const perSecond = this.configuration.current().mids[mid]?.requestsPerSecondMax;
    for (;;) {
      const now = performance.now();
      if (now >= endsAt || (this.quietUntil.get(mid) ?? 0) >= endsAt) return false;
      const isQuiet = now < (this.quietUntil.get(mid) ?? 0);
      // No key id contains a colon.
      if (!isQuiet && (perSecond === undefined || (await this.limit.admits(`mid:${mid}`, perSecond))))
        return true;
      await sleep(turnMs);
    }
  }
}

function unasked(detail: string): AccountResolution {
  return { kind: 'noAnswer', cause: 'communication', detail };
}
