import { GatewayError } from '#domain/errors/gateway-error';
import { choosesBank, type TransactionRequest } from '#domain/transaction/request';
import type { Plan } from '#domain/transaction/plan';
import type { Bank } from '#domain/transaction/challenge';
import type { ApiContext } from '../api-context.js';
import { offerBanks } from '../banks/offer-banks.js';

/**
 * The banks that a payout without a bank code offers (contract §6); nothing where there is nothing to choose. Throws
 * banksMissing when no bank pays out there, bankListUnavailable when nobody can tell.
 */
export async function offerChoice(
  context: ApiContext,
  project: string,
  request: TransactionRequest,
  { routes: [route] }: Plan,
): Promise<readonly Bank[] | undefined> {
  const { row, customer, money, reference } = request;
  if (!choosesBank(request) || !route) return undefined;
  const country = customer['country'];
  const countries = country === undefined ? (row.bankCountries?.[money.currency] ?? []) : [country];
  const banks = await offerBanks(context, project, countries, route).catch((error: unknown) => {
    throw error instanceof GatewayError ? new GatewayError(error.key, { reference }) : error;
  });
  if (banks.length === 0) throw new GatewayError('banksMissing', { reference });
  return banks;
}
