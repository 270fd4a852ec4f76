import { Inject, Injectable } from '@nestjs/common';
import type { BankCodeChallenge } from '#domain/configuration/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Plan, PlannedRoute } from '#domain/transaction/plan';
import { bankSource } from '#domain/routing/choose-route';
import type { Bank } from '#domain/transaction/challenge';
import type { Transaction } from '#domain/transaction/transaction';
import { choosesBank, type TransactionRequest } from '#domain/transaction/request';
import type { BankList } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { findConnector } from '#gateway/connectors/registry';
import { findBankList, findBankName, keepBankList } from '#persistence/banks/bank-lists';
import { Database } from '#persistence/database';
import { Metrics } from '#metrics/metrics';
import type { Logger } from '#runtime/create-log';
import { createSingleflight } from '#runtime/singleflight';
import { unavailable } from '../http/unavailable.js';
import { CurrentConfiguration, LOG } from '../resources/resources.module.js';

type Route = Pick<PlannedRoute, 'mid' | 'provider'>;

/** The banks that a route can pay out to. */
@Injectable()
export class BankOffers {
  private readonly oneCall = createSingleflight<BankList>();

  constructor(
    private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    private readonly metrics: Metrics,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * The banks among which the merchant chooses for a payout without a bank code (contract §6); undefined if there is nothing
   * to choose. Throws banksMissing if there is no bank, bankListUnavailable if the list is not available.
   */
  async offerChoice(
    project: string,
    request: TransactionRequest,
    { routes: [route] }: Plan,
  ): Promise<readonly Bank[] | undefined> {
    const { reference } = request;
    if (!choosesBank(request) || !route) return undefined;
    const banks = await this.offer(project, countriesToPay(request), route).catch((error: unknown) => {
      throw error instanceof GatewayError ? new GatewayError(error.key, { reference }) : error;
    });
    if (banks.length === 0) throw new GatewayError('banksMissing', { reference });
    return banks;
  }

  /**
   * The bank that the request names, with its name from the stored list: no provider is asked. Undefined if the request
   * names no bank.
   */
  async findGiven(
    project: string,
    { method, customer, money, requisites }: TransactionRequest,
    { routes: [route] }: Plan,
  ): Promise<Transaction['bank']> {
    const code = requisites?.['bank_code'];
    if (code === undefined) return undefined;
    const countries = (method.countriesOfCurrency?.[money.currency] ?? []).toSorted(
      (one, other) => Number(other === customer['country']) - Number(one === customer['country']),
    );
    if (!route || countries.length === 0) return { code, name: method.bankNames?.[code] };
    const source = bankSource(this.configuration.current(), project, route);
    return { code, name: await this.names[source](route, countries, code) };
  }

  /**
   * The banks of these countries (ISO 3166-1 alpha-2) that the route can pay out to, by name, each code once; `[]` if there
   * are none. Their source is the route's bank-code challenge setting. Throws bankListUnavailable if the list of one country
   * is not available.
   */
  async offer(project: string, countries: readonly string[], route: PlannedRoute): Promise<readonly Bank[]> {
    const source = bankSource(this.configuration.current(), project, route);
    const lists = await Promise.all(
      countries.map((country) => this.sources[source](project, route, country)),
    );
    return arrangeBanks(lists.flat());
  }

  private readonly names: Readonly<
    Record<
      BankCodeChallenge,
      (route: Route, countries: readonly string[], code: string) => Promise<string | undefined>
    >
  > = {
    provider_banks: ({ provider }, countries, code) =>
      findBankName(this.database, { provider, countries, code }).catch(() => undefined),
    bundled_banks: async (route, countries, code) =>
      countries.flatMap((country) => this.bundled(route, country)).find((bank) => bank.code === code)?.name,
  };

  private readonly sources: Readonly<
    Record<BankCodeChallenge, (project: string, route: Route, country: string) => Promise<readonly Bank[]>>
  > = {
    provider_banks: (project, route, country) => this.fetch(project, route, country),
    bundled_banks: async (_project, route, country) => this.bundled(route, country),
  };

  private bundled({ provider }: Route, country: string): readonly Bank[] {
    const name = this.configuration.current().providers[provider]?.connector;
    const connector = name === undefined ? undefined : findConnector(name);
    return connector?.payout?.bundledBanks?.(country) ?? [];
  }

  /**
   * The provider's banks of one country: the stored list while it is fresh, else a new one, else the stored one. Throws
   * bankListUnavailable if there is neither, unavailable while Postgres is unreachable.
   */
  private async fetch(project: string, route: Route, country: string): Promise<readonly Bank[]> {
    const { timing } = this.configuration.project(project);
    const { provider } = route;
    const kept = await findBankList(this.database, provider, country).catch(unavailable());
    if (kept && kept.ageMs < timing.bankListAgeMs) return kept.banks;
    const list = await this.oneCall(`${provider} ${country}`, () =>
      this.ask(route, country, timing.lookupCallMs),
    );
    if (list.kind === 'listed') return list.banks;
    const { cause, detail } = list;
    this.log.warn({ provider, country, cause, detail }, 'provider returned no bank list');
    if (kept) return kept.banks;
    throw new GatewayError('bankListUnavailable');
  }

  /** Asks the provider and stores its list. */
  private async ask(route: Route, country: string, timeoutMs: number): Promise<BankList> {
    const { provider } = route;
    const found = findAccount(this.configuration.current(), route, 'payout');
    if (found.kind === 'missing') return { kind: 'noAnswer', cause: 'communication', detail: found.error };
    const { calls, account } = found;
    const startedAt = performance.now();
    const list = (await calls.listBanks?.(country, account, { timeoutMs })) ?? noList;
    const seconds = (performance.now() - startedAt) / 1_000;
    this.metrics.observe('gateway_provider_call_seconds', { provider, operation: 'list_banks' }, seconds);
    if (list.kind === 'noAnswer') return list;
    await keepBankList(this.database, provider, country, list.banks).catch(() => {
      this.log.warn({ provider, country }, 'bank list not stored');
    });
    return list;
  }
}

const noList: BankList = {
  kind: 'noAnswer',
  cause: 'communication',
  detail: 'the provider has no list of banks',
};

/**
 * The countries that a payout may go to: that of its currency, whatever the customer's is; of a currency that several
 * share, the customer's where it is one of them, else all (contract §6).
 */
export function countriesToPay({
  method,
  money,
  customer,
}: Pick<TransactionRequest, 'method' | 'money' | 'customer'>): readonly string[] {
  const countries = method.countriesOfCurrency?.[money.currency] ?? [];
  const own = countries.filter((country) => country === customer['country']);
  return own.length > 0 ? own : countries;
}

/** Sorts banks by name and removes repeated codes. */
export function arrangeBanks(banks: readonly Bank[]): readonly Bank[] {
  const sorted = banks.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return sorted.filter((bank, index) => sorted.findIndex(({ code }) => code === bank.code) === index);
}
