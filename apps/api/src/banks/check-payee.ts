import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountCheck } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import { beneficiaryName, compareNames } from '#domain/values/holder-name';
import type { Plan, PlannedRoute } from '#domain/transaction/plan';
import type { TransactionRequest } from '#domain/transaction/request';
import type { AccountResolution } from '#gateway/connectors/connector';
import { tooLateToBeSent } from '#gateway/connectors/call-provider';
import { findAccount } from '#gateway/connectors/find-account';
import { Database } from '#persistence/database';
import { Metrics } from '#metrics/metrics';
import { takeTurns } from '#persistence/rates/take-turns';
import type { Logger } from '#runtime/create-log';
import { createTurns, type TurnLimits, type Turns } from '#runtime/turns';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';

/** `held`: to be registered, and sent once a person has approved it. */
export type PayeeCheck =
  { readonly kind: 'passed' | 'held' } | { readonly kind: 'refused'; readonly error: GatewayError };

/** A payout as far as its payee is concerned. `path`: the field that is at fault where the account is another's. */
export type Payee = Pick<TransactionRequest, 'reference' | 'customer' | 'requisites'> & {
  readonly path: string;
};

type Route = Pick<PlannedRoute, 'mid' | 'provider'>;

/** Whose call it is and how long it has, in milliseconds and as an instant of `Date.now()`. */
export type PayeeCall = {
  readonly merchant: string;
  readonly lookUpMs: number;
  readonly responseDeadlineMs: number;
  readonly deadline: number;
};

/** What came of asking. `noTurn`: our own limit kept the question back, and the provider was not asked. */
type Asked = AccountResolution | { readonly kind: 'noTurn'; readonly retryAfterMs: number };

const passed: PayeeCheck = { kind: 'passed' };
/** Of one merchant at one MID, in this process: others find connections to the provider as well. */
const limits: TurnLimits = { atOnceMax: 32, waitingMax: 500 };
const waitMaxMs = 5_000;
const secondMs = 1_000;
/** This part of the answer's deadline is left for what comes after the check. */
const restOfDeadline = 1 / 6;

/** Whose account a payout goes to, asked of its provider before anything is registered. Names go nowhere else. */
@Injectable()
export class PayeeChecks {
  private readonly turns: Turns;
  /** Until when a MID has asked not to be asked, in milliseconds of a monotonic clock. */
  private readonly quietUntil = new Map<string, number>();

  constructor(
    database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.turns = createTurns((asked) => takeTurns(database, asked), limits);
  }

  /**
   * Compares the account's holder with the beneficiary, where the provider of the first route has `resolve_accounts`
   * (docs/decisions/0035). Nothing but the provider's clear word is a mismatch, and nothing but its silence for the whole time
   * of a look-up is no answer. A question that gets no turn in the MID's rate, or only when less time than that is left, was
   * not asked: 429, error 5, and the same call may be sent again.
   */
  async check(payee: Payee, { routes: [route] }: Plan, call: PayeeCall): Promise<PayeeCheck> {
    const rules = this.configuration.current().providers[route?.provider ?? '']?.resolveAccounts;
    const { requisites = {}, customer } = payee;
    const name = beneficiaryName(requisites, customer);
    const isNamed = requisites['account_number'] !== undefined && requisites['bank_code'] !== undefined;
    if (!route || !rules || !isNamed || name === '') return passed;
    const holder = await this.resolve(route, requisites, call);
    if (holder.kind === 'noTurn') return this.unasked(payee, route, holder.retryAfterMs);
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

  private unasked({ reference }: Payee, { provider }: Route, retryAfterMs: number): PayeeCheck {
    this.log.warn({ provider }, 'account was not resolved in time; the payout is refused for now');
    const description = 'Too many accounts are being checked at the provider; nothing was registered';
    const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / secondMs));
    return {
      kind: 'refused',
      error: new GatewayError('tooManyRequests', { reference, description, retryAfterSeconds }),
    };
  }

  private async resolve(
    route: Route,
    { bank_code: bankCode, ...requisites }: Readonly<Record<string, string>>,
    { merchant, lookUpMs, responseDeadlineMs, deadline }: PayeeCall,
  ): Promise<Asked> {
    const { mid, provider } = route;
    const configuration = this.configuration.current();
    const found = findAccount(configuration, route, 'payout');
    if (found.kind === 'missing') return unresolved(found.error);
    const { calls, account } = found;
    if (!calls.resolveAccount) return unresolved('its connector cannot ask');
    const timeoutMs = Math.min(lookUpMs, responseDeadlineMs / 2);
    const leftMs = deadline - Date.now() - timeoutMs - responseDeadlineMs * restOfDeadline;
    const order = { requisites, ...(bankCode !== undefined && { bankCode }) };
    const resolveAccount = calls.resolveAccount.bind(calls);
    const quietMs = this.quietMs(mid);
    const waitMs = Math.min(waitMaxMs, leftMs) - quietMs;
    if (waitMs < 0) return { kind: 'noTurn', retryAfterMs: Math.max(secondMs, quietMs) };
    if (quietMs > 0) await sleep(Math.ceil(quietMs) + 1);
    const turn = {
      mid,
      asker: `${merchant} account check`,
      perSecond: configuration.mids[mid]?.requestsPerSecondMax,
      waitMs,
    };
    const askNow = async (): Promise<Asked> => {
      const stillQuietMs = this.quietMs(mid);
      if (stillQuietMs > 0) return { kind: 'noTurn', retryAfterMs: stillQuietMs };
      const startedAt = performance.now();
      const answer = await resolveAccount(order, account, { timeoutMs });
      const tookMs = performance.now() - startedAt;
      const labels = { provider, operation: 'resolve_account' } as const;
      this.metrics.observe('gateway_provider_call_seconds', labels, tookMs / secondMs);
      return this.patient(mid, answer);
    };
    const asked = await this.turns.run(turn, askNow).catch((): never => {
      throw new GatewayError('unavailable');
    });
    return asked ?? { kind: 'noTurn', retryAfterMs: secondMs };
  }

  private quietMs(mid: string): number {
    return Math.max(0, (this.quietUntil.get(mid) ?? 0) - performance.now());
  }

  /** A provider that asks for patience has not been silent: it was asked too often. Neither has one that was never asked. */
  private patient(mid: string, answer: AccountResolution): Asked {
    if (answer.kind !== 'noAnswer') return answer;
    if (answer.detail === tooLateToBeSent) return { kind: 'noTurn', retryAfterMs: secondMs };
    const { retryAfterMs } = answer;
    if (retryAfterMs === undefined) return answer;
    this.quietUntil.set(mid, performance.now() + retryAfterMs);
    return { kind: 'noTurn', retryAfterMs };
  }
}

function unresolved(detail: string): AccountResolution {
  return { kind: 'noAnswer', cause: 'communication', detail };
}
