import { Inject, Injectable } from '@nestjs/common';
import type { BankCodeChallenge } from '#domain/configuration';
import { GatewayError } from '#domain/errors/gateway-error';
import type { Plan, PlannedRoute } from '#domain/transaction/plan';
import { bankSource } from '#domain/routing/choose-route';
import type { Bank } from '#domain/transaction/challenge';
import { choosesBank, type TransactionRequest } from '#domain/transaction/request';
import type { BankList } from '#gateway/connectors/connector';
import { findAccount } from '#gateway/connectors/find-account';
import { findConnector } from '#gateway/connectors/registry';
import { findBankList, keepBankList } from '#persistence/banks/bank-lists';
import type { Database } from '#persistence/database';
import type { Logger } from '#runtime/create-log';
import { createSingleflight } from '#runtime/singleflight';
import { CurrentConfiguration, DATABASE, LOG } from '../resources/resources.js';

type Route = Pick<PlannedRoute, 'mid' | 'provider'>;

/** Which banks a route pays out to. */
@Injectable()
export class BankOffers {
  private readonly oneCall = createSingleflight<BankList>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly configuration: CurrentConfiguration,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * The banks that a payout without a bank code offers (contract §6); undefined where there is nothing to choose. Throws
   * banksMissing when no bank pays out there, bankListUnavailable when nobody can tell.
   */
  async offerChoice(
    project: string,
    request: TransactionRequest,
    { routes: [route] }: Plan,
  ): Promise<readonly Bank[] | undefined> {
    const { row, customer, money, reference } = request;
    if (!choosesBank(request) || !route) return undefined;
    const country = customer['country'];
    const countries = country === undefined ? (row.bankCountries?.[money.currency] ?? []) : [country];
    const banks = await this.offer(project, countries, route).catch((error: unknown) => {
      throw error instanceof GatewayError ? new GatewayError(error.key, { reference }) : error;
    });
    if (banks.length === 0) throw new GatewayError('banksMissing', { reference });
    return banks;
  }

  /**
   * The banks of these countries (ISO 3166-1 alpha-2) that the route pays out to, by name, each code once; `[]` when
   * there are none. They come from where the route's bank-code challenge setting says. Throws bankListUnavailable when
   * nobody can tell the banks of one of the countries.
   */
  async offer(project: string, countries: readonly string[], route: PlannedRoute): Promise<readonly Bank[]> {
    const source = bankSource(this.configuration.current(), project, route);
    const lists = await Promise.all(
      countries.map((country) => this.sources[source](project, route, country)),
    );
    return arrangeBanks(lists.flat());
  }

  private readonly sources: Readonly<
    Record<BankCodeChallenge, (project: string, route: Route, country: string) => Promise<readonly Bank[]>>
  > = {
    provider_banks: (project, route, country) => this.fetch(project, route, country),
    bundled_banks: async (_project, { provider }, country) => {
      const name = this.configuration.current().providers[provider]?.connector;
      const connector = name === undefined ? undefined : findConnector(name);
      return connector?.bundledBanks(country) ?? [];
    },
  };

  /**
   * The provider's banks of one country: the kept list while it is young, else a new one, else the kept one all the
   * same. Throws bankListUnavailable when there is neither, unavailable when Postgres is out of reach.
   */
  private async fetch(project: string, route: Route, country: string): Promise<readonly Bank[]> {
    const { timing } = this.configuration.project(project);
    const { provider } = route;
    const kept = await findBankList(this.database, provider, country).catch(() => {
      throw new GatewayError('unavailable');
    });
    if (kept && kept.ageMs < timing.bankListAgeMs) return kept.banks;
    const list = await this.oneCall(`${provider} ${country}`, () =>
      this.ask(route, country, timing.lookupCallMs),
    );
    if (list.kind === 'listed') return list.banks;
    const { cause, detail } = list;
    this.log.warn({ provider, country, cause, detail }, 'no list of banks');
    if (kept) return kept.banks;
    throw new GatewayError('bankListUnavailable');
  }

  /** Asks the provider, waiting no longer than `timeoutMs`. */
  private async ask(route: Route, country: string, timeoutMs: number): Promise<BankList> {
    const { provider } = route;
    const found = findAccount(this.configuration.current(), route);
    if (found.kind === 'missing') return { kind: 'noAnswer', cause: 'communication', detail: found.error };
    const list = await found.connector.listBanks(country, found.account, { timeoutMs });
    if (list.kind === 'noAnswer') return list;
    await keepBankList(this.database, provider, country, list.banks).catch(() => {
      this.log.warn({ provider, country }, 'the list of banks is not kept');
    });
    return list;
  }
}

/** Banks of one or several countries as a merchant is shown them: by name, each code once. */
export function arrangeBanks(banks: readonly Bank[]): readonly Bank[] {
  const sorted = banks.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return sorted.filter((bank, index) => sorted.findIndex(({ code }) => code === bank.code) === index);
}
