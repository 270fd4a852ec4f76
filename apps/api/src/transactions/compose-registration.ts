import { GatewayError } from '#domain/errors/gateway-error';
import { needsHostedForm, type TransactionRequest } from '#domain/transaction/request';
import { sealCard } from '#persistence/card-vault/sealed-card';
import { sealPersonalData } from '#persistence/transactions/personal-data';
import type { BlockKind } from '#domain/risk/block';
import type { Bank } from '#domain/transaction/challenge';
import type { CardGuard, Registration, VaultedCard } from '#persistence/transactions/register-transaction';
import type { ApiContext } from '../api-context.js';
import type { CreateCall } from './create-transaction.js';
import type { PlannedRequest } from './plan-request.js';
import { riskSubjectOf } from './risk-subject-of.js';

/** How much longer than the deadline a first call may still be busy answering. */
const answerGraceMs = 2_000;

/** Everything a transaction is registered with; what is personal or a card is sealed here and goes no further. */
export async function composeRegistration(
  context: ApiContext,
  call: CreateCall,
  accepted: PlannedRequest & {
    readonly identifier: string;
    readonly request: TransactionRequest;
    readonly banks: readonly Bank[] | undefined;
    readonly fingerprint: Buffer;
  },
): Promise<Registration> {
  const { identifier, request, plan, decision, billing, banks, fingerprint } = accepted;
  const { merchant, project: projectCode } = call.caller;
  const { timing: projectTiming, defaults, payoutsInFlightMax } = projectOf(context, projectCode);
  const { timing } = plan;
  // Until the customer has posted the page, or the merchant has chosen the bank, nothing is due.
  const patienceMs = banks
    ? projectTiming.bankCodeChallengeMs
    : needsHostedForm(request)
      ? timing.hostedPageMs
      : undefined;
  return {
    identifier,
    requestId: call.requestId,
    type: request.row.type,
    merchant,
    project: projectCode,
    reference: request.reference,
    method: request.method,
    style: request.style,
    mode: request.mode,
    currency: request.money.currency,
    amount: request.money.amount,
    billing,
    payoutsInFlightMax: request.row.type === 'payout' ? payoutsInFlightMax : undefined,
    status: request.style === 'hpp' ? 'new' : 'pending',
    description: request.description,
    meta: request.metaText,
    locale: request.locale,
    redirectUrl: request.redirectUrl ?? defaults.redirect_url,
    cancelUrl: request.cancelUrl ?? defaults.cancel_url,
    errorUrl: request.errorUrl ?? defaults.error_url,
    callbackUrl: request.callbackUrl ?? defaults.callback_url,
    provider: plan.routes[0]?.provider ?? '',
    plan,
    decision,
    contentFingerprint: fingerprint,
    isDue: patienceMs === undefined,
    payableMs: patienceMs ?? timing.windowMs,
    banks,
    personalBox: sealPersonalData(context.sealedBox, identifier, {
      customer: request.customer,
      meta: request.meta,
      channelCode: request.channelCode,
      requisites: request.requisites,
    }),
    card: await vault(context, identifier, request),
    guard: guardOf(context, call.caller, request),
    answerOpenMs: call.receivedAt + projectTiming.responseDeadlineMs + answerGraceMs - Date.now(),
    firstSweepMs: projectTiming.sweepMs[0] ?? 0,
  };
}

async function vault(
  { vaultKey, cardFingerprints }: ApiContext,
  identifier: string,
  { card }: TransactionRequest,
): Promise<VaultedCard | undefined> {
  if (!card) return undefined;
  try {
    return sealCard(await vaultKey.find(), identifier, card, cardFingerprints.kept(card.pan));
  } catch {
    throw new GatewayError('cardNotStored');
  }
}

/** A declined card counts for the identifier and the address of its customer (specification §2.3). */
function guardOf(
  context: ApiContext,
  { merchant, project }: CreateCall['caller'],
  request: TransactionRequest,
): CardGuard | undefined {
  const terms = projectOf(context, project).risk?.cardTesting;
  if (!terms) return undefined;
  const { values, paysByCard } = riskSubjectOf(context.riskHashes, { merchant, project }, request);
  if (!paysByCard) return undefined;
  const hashOf = (sought: BlockKind) => values.find(({ kind }) => kind === sought)?.value;
  return { customer: hashOf('identifier'), address: hashOf('address'), terms };
}

export function projectOf({ configuration }: ApiContext, code: string) {
  const project = configuration().projects[code];
  if (!project) throw new GatewayError('merchantNotFound');
  return project;
}
