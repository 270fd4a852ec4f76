import { anyText } from '#domain/configuration/connector-terms';
import type { LookupResult, SubmitResult } from '#domain/transaction/report';
import { translateBanks } from '../bank-list.js';
import { writeJson } from '#domain/values/write-json';
import { callProvider, noAnswer, urlBelow, type Exchange } from '../call-provider.js';
import type {
  CallbackReading,
  CallLimit,
  Connector,
  IncomingCallback,
  PaymentCalls,
  PayoutCalls,
  PayoutOrder,
  ProviderAccount,
} from '../connector.js';
import { isObject, parseJson } from '../json-body.js';
import { bankWords, bundledBanks } from './banks.js';
import { chargeRequest, readCharge } from './charges.js';
import { creditRequest, providerBank, readCredit } from './credits.js';
import { readFault, readScenarioNames, type OrderReading, type ReadOrder } from './read-body.js';
import {
  accountHeader,
  isSandboxCallbackSigned,
  signatureHeader,
  signSandboxRequest,
} from './sandbox-signature.js';
import { transferRequest, translateTransfer } from './translate-transfer.js';

/** Scenario `refused` (contract §10): a provider cannot refuse a connection itself, so we dial a closed port. */
const closedPort = 'http://127.0.0.1:9';

const payment = {
  async submit(order, account, limit) {
    const call = { method: 'POST', path: '/charges', body: chargeRequest(order) } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    const result = translateSubmit(exchange, order.providerReference, readCharge);
    return nameRefusal(order.style, result);
  },

  async lookUp({ providerReference }, account, limit) {
    const call = { method: 'GET', path: chargePath(providerReference) } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCharge);
  },

  async cancel({ providerReference }, account, limit) {
    const call = { method: 'POST', path: `${chargePath(providerReference)}/abandon`, body: {} } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCharge);
  },
  cancelClosesUnseen: true,

  async submitTransferDetails(providerReference, details, account, limit) {
    const path = `${chargePath(providerReference)}/transfer`;
    const call = { method: 'POST', path, body: transferRequest(details) } as const;
    return translateTransfer(await callSandbox(call, account, limit), providerReference);
  },
} satisfies PaymentCalls;

const payout = {
  async submit(order, account, limit) {
    const bank = providerBank(order);
    if (bank.kind === 'missing') return declinedForBank(order.providerReference);
    const body = creditRequest(order, bank.kind === 'known' ? bank.code : undefined);
    const call = { method: 'POST', path: '/credits', body } as const;
    const exchange = await callSandbox(call, reachable(order, account), limit);
    return translateSubmit(exchange, order.providerReference, readCredit);
  },

  async lookUp({ providerReference }, account, limit) {
    const call = { method: 'GET', path: `/credits/${encodeURIComponent(providerReference)}` } as const;
    return translateLookup(await callSandbox(call, account, limit), providerReference, readCredit);
  },

  async listBanks(country, account, limit) {
    const call = { method: 'GET', path: `/banks?country=${encodeURIComponent(country)}` } as const;
    return translateBanks(await callSandbox(call, account, limit), country, bankWords);
  },

  bundledBanks,
} satisfies PayoutCalls;

/** The simulated provider, which can do everything. */
export const sandboxConnector = {
  methods: 'all',
  // Its amounts are decimal strings in major units.
  decimals: 'iso',
  challenges: ['redirect', 'ussd', 'bank_transfer_mexico', 'bank_code', 'qr', 'multibanco', 'voucher'],
  credentials: { account: anyText, secret: anyText },
  payment,
  payout,
  readCallback: readNotification,
} satisfies Connector;

type SandboxCall = {
  readonly method: 'GET' | 'POST';
  /** Path, and query if any, below the provider's base URL. */
  readonly path: string;
  readonly body?: unknown;
};

/** Makes one signed call, without retries. Never throws. */
export async function callSandbox(
  call: SandboxCall,
  account: ProviderAccount,
  limit: CallLimit,
): Promise<Exchange> {
  const { account: accountId, secret } = account.credentials;
  if (accountId === undefined || secret === undefined) {
    return { kind: 'neverSent', detail: 'credentials missing' };
  }
  const url = urlBelow(account, call.path);
  if (!url) return { kind: 'neverSent', detail: 'base URL malformed' };
  const { method } = call;
  const body = call.body === undefined ? '' : writeJson(call.body);
  const signed = { method, target: `${url.pathname}${url.search}`, body };
  const headers = {
    'content-type': 'application/json',
    [accountHeader]: accountId,
    [signatureHeader]: signSandboxRequest(signed, secret, new Date()),
  };
  return callProvider({ method, url, headers, body }, limit);
}

function reachable(
  { meta }: { readonly meta: PayoutOrder['meta'] },
  account: ProviderAccount,
): ProviderAccount {
  return meta.sandbox === 'refused' ? { ...account, baseUrl: closedPort } : account;
}

/** The provider may use an unknown code for another bank: nothing is sent. */
function declinedForBank(providerReference: string): SubmitResult {
  const report = { providerReference, outcome: 'declined', cause: 'bankNotSupported' } as const;
  return { kind: 'declined', soft: false, report };
}

function chargePath(providerReference: string): string {
  return `/charges/${encodeURIComponent(providerReference)}`;
}

/** Statuses under which an answer to the create call describes the order. */
const orderStatuses: readonly number[] = [201, 402];

/**
 * Refusals to open a charge or a credit, by status: the provider certainly has none for this order. Not among them: an order
 * that exists already, which proves nothing about that one.
 */
export const refusals: Readonly<Record<number, readonly string[]>> = {
  401: ['NOT_AUTHENTICATED'],
  // We have cancelled the order before this request to open it arrived.
  409: ['ORDER_CLOSED'],
  422: [
    'UNREADABLE_REQUEST',
    'INVALID_FIELD',
    'INVALID_CARD',
    'UNSUPPORTED_INSTRUMENT',
    'UNSUPPORTED_RAIL',
    'UNKNOWN_SCENARIO',
  ],
};

/** The table of the create call: by what was sent, status and body; only explicit evidence is more than `unknown`. */
export function translateSubmit(
  exchange: Exchange,
  providerReference: string,
  readOrder: ReadOrder,
): SubmitResult {
  if (exchange.kind === 'neverSent') return { kind: 'notSent', detail: exchange.detail };
  if (exchange.kind === 'broken') {
    return { kind: 'unknown', cause: exchange.cause, detail: exchange.detail };
  }
  const { status, body } = exchange;
  if (status >= 500) return { kind: 'unknown', cause: 'communication', detail: `status ${status}` };

  const fault = readFault(body);
  if (fault !== undefined && refusals[status]?.includes(fault)) {
    const explanation = fault === 'UNKNOWN_SCENARIO' ? explainScenario(body) : undefined;
    return {
      kind: 'final',
      report: {
        providerReference,
        outcome: 'error',
        reason: fault,
        ...(explanation !== undefined && { explanation }),
      },
    };
  }
  const order = orderStatuses.includes(status) ? readOrder(body) : undefined;
  if (order?.report.providerReference !== providerReference) return unreadable(status);
  return translateOpened(order, status);
}

/** Scenario `refused` happens in the connector: the provider gets no request. */
function explainScenario(body: unknown): string | undefined {
  const names = isObject(body) ? readScenarioNames(body.scenarios) : undefined;
  if (names === undefined) return undefined;
  const known = [...names, 'refused'].toSorted().join(', ');
  return `extra.meta.sandbox names no scenario. There are: ${known}`;
}

function translateOpened({ report, retryElsewhere, nextStep }: OrderReading, status: number): SubmitResult {
  if (report.outcome === 'declined') return { kind: 'declined', soft: retryElsewhere, report };
  if (status !== 201) return unreadable(status);
  if (report.outcome !== 'open') return { kind: 'final', report };
  if (nextStep.kind === 'unreadable') return unreadable(status);
  return {
    kind: 'accepted',
    ...(report.providerId !== undefined && { providerId: report.providerId }),
    ...(nextStep.kind === 'read' && { challenge: nextStep.challenge }),
  };
}

function unreadable(status: number): SubmitResult {
  return { kind: 'unknown', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
}

/**
 * Contract §12: the cause of the end if the provider rejects a card as invalid. It depends on who entered the card: the
 * merchant, or the customer on the hosted page.
 */
export function nameRefusal(style: 'h2h' | 'hpp', result: SubmitResult): SubmitResult {
  if (result.kind !== 'final' || result.report.reason !== 'INVALID_CARD') return result;
  const cause = style === 'hpp' ? 'fillingDataRefused' : 'cardNotRegistered';
  return { ...result, report: { ...result.report, cause } };
}

/** The table of look-up and cancel. `notFound` is only the provider's explicit word for it. */
export function translateLookup(
  exchange: Exchange,
  providerReference: string,
  readOrder: ReadOrder,
): LookupResult {
  if (exchange.kind !== 'answered') return noAnswer(exchange);
  const { status, body } = exchange;
  if (status >= 500) return { kind: 'noAnswer', cause: 'communication', detail: `status ${status}` };
  if (status === 404 && readFault(body) === 'UNKNOWN_ORDER') return { kind: 'notFound' };

  const order = status === 200 ? readOrder(body) : undefined;
  if (order?.report.providerReference !== providerReference) {
    return { kind: 'noAnswer', cause: 'unreadable', detail: `unexpected answer with status ${status}` };
  }
  const { report, nextStep } = order;
  if (report.outcome !== 'open' || nextStep.kind !== 'read') return { kind: 'found', report };
  return { kind: 'found', report, challenge: nextStep.challenge };
}

function readNotification(
  { headers, rawBody }: IncomingCallback,
  accounts: readonly ProviderAccount[],
): CallbackReading {
  const body = parseJson(rawBody.toString('utf8'));
  const order = readCharge(body) ?? readCredit(body);
  const eventId = isObject(body) ? body.notification : undefined;
  if (order === undefined || typeof eventId !== 'string' || eventId === '') return { kind: 'unreadable' };

  const accountId = headers[accountHeader];
  const signature = headers[signatureHeader];
  const mids = accounts
    .filter(({ credentials }) => credentials.account !== undefined && credentials.account === accountId)
    .filter(({ credentials }) => isSignedWith(credentials.secret, rawBody, signature))
    .map(({ mid }) => mid);
  return {
    kind: 'read',
    signature: mids.length > 0 ? 'right' : 'wrong',
    mids,
    eventId,
    report: order.report,
  };
}

function isSignedWith(
  secret: string | undefined,
  rawBody: Buffer,
  signature: string | string[] | undefined,
): boolean {
  if (secret === undefined || typeof signature !== 'string') return false;
  return isSandboxCallbackSigned(rawBody, signature, secret, new Date());
}
