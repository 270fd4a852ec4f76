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
import { unavailable } from '../http/unavailable.js';
import type { Call } from '../http/parameters.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';

/** `held`: to be registered, and sent once a person has approved it. */
export type PayeeCheck =
  { readonly kind: 'passed' | 'held' } | { readonly kind: 'refused'; readonly error: GatewayError };

/** The payee of a payout. `path`: the field that the refusal names if the account belongs to somebody else. */
export type Payee = Pick<TransactionRequest, 'reference' | 'customer' | 'requisites'> & {
  readonly path: string;
};

type Route = Pick<PlannedRoute, 'mid' | 'provider'>;

type PayeeCall = Pick<Call, 'caller' | 'receivedAt'>;

/** `noTurn`: the provider was not asked, because our own rate limit had no turn left in time. */
type Asked = AccountResolution | { readonly kind: 'noTurn'; readonly retryAfterMs: number };

const passed: PayeeCheck = { kind: 'passed' };
/** Per merchant and MID in this process, so that one merchant cannot take every connection to the provider. */
const limits: TurnLimits = { atOnceMax: 32, waitingMax: 500 };
const waitMaxMs = 5_000;
const secondMs = 1_000;
/** Share of the response deadline that is kept for the steps after the check. */
const restOfDeadline = 1 / 6;

/** Asks the provider who holds the account of a payout, before the payout is registered. The name is not stored or logged. */
@Injectable()
export class PayeeChecks {
  private readonly turns: Turns;
  /** The end of each MID's `Retry-After`, in milliseconds of `performance.now()`. */
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
   * (docs/decisions/0035). Only a clear answer of the provider is a mismatch, and only silence for the whole time of a look-up
   * counts as no answer. If the MID's rate gives no turn in time, the provider is not asked: 429, error 5, and the same call
   * may be repeated.
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
    const description = 'The holder of the account cannot be checked now';
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
    { caller: { merchant, project }, receivedAt }: PayeeCall,
  ): Promise<Asked> {
    const { mid, provider } = route;
    const configuration = this.configuration.current();
    const { lookupCallMs, responseDeadlineMs } = this.configuration.project(project).timing;
    const found = findAccount(configuration, route, 'payout');
    if (found.kind === 'missing') return unresolved(found.error);
    const { calls, account } = found;
    if (!calls.resolveAccount) return unresolved('its connector cannot ask');
    const timeoutMs = Math.min(lookupCallMs, responseDeadlineMs / 2);
    const leftMs =
      receivedAt + responseDeadlineMs - Date.now() - timeoutMs - responseDeadlineMs * restOfDeadline;
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
    const asked = await this.turns.run(turn, askNow).catch(unavailable());
    return asked ?? { kind: 'noTurn', retryAfterMs: secondMs };
  }

  private quietMs(mid: string): number {
    return Math.max(0, (this.quietUntil.get(mid) ?? 0) - performance.now());
  }

  /** `Retry-After` and a call that was never sent count as no turn, not as silence of the provider. */
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
