import { GatewayError } from '#domain/errors/gateway-error';
import { needsHostedForm, type PaymentRequest } from '#domain/payments/payment-request';
import type { Plan } from '#domain/plan';
import { sealCard } from '#persistence/card-vault/sealed-card';
import { sealPersonalData } from '#persistence/transactions/personal-data';
import type { Registration, VaultedCard } from '#persistence/transactions/register-transaction';
import type { ApiContext } from '../api-context.js';
import type { CreateCall } from './create-payment.js';

/** How much longer than the deadline a first call may still be busy answering. */
const answerGraceMs = 2_000;

/** Everything a payment is registered with; what is personal or a card is sealed here and goes no further. */
export function composeRegistration(
  context: ApiContext,
  call: CreateCall,
  accepted: {
    readonly identifier: string;
    readonly request: PaymentRequest;
    readonly plan: Plan;
    readonly fingerprint: Buffer;
  },
): Registration {
  const { identifier, request, plan, fingerprint } = accepted;
  const { merchant, project: projectCode } = call.caller;
  const { timing: projectTiming, defaults } = projectOf(context, projectCode);
  const now = new Date();
  const hasForm = needsHostedForm(request);
  const { timing } = plan;
  return {
    identifier,
    requestId: call.requestId,
    type: 'payment',
    merchant,
    project: projectCode,
    reference: request.reference,
    method: request.method,
    style: request.style,
    mode: request.mode,
    currency: request.money.currency,
    amount: request.money.amount,
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
    contentFingerprint: fingerprint,
    submitDueAt: hasForm ? undefined : now,
    payableUntil: new Date(now.getTime() + (hasForm ? timing.hostedPageMs : timing.windowMs)),
    createdAt: now,
    personalBox: sealPersonalData(context.sealedBox, identifier, {
      customer: request.customer,
      meta: request.meta,
      channelCode: request.channelCode,
    }),
    card: vault(context, identifier, request, now),
    answerOpenUntil: new Date(call.receivedAt + projectTiming.responseDeadlineMs + answerGraceMs),
    firstSweepAt: new Date(now.getTime() + (projectTiming.sweepMs[0] ?? 0)),
  };
}

function vault(
  { sealedBox, keyedHashes }: ApiContext,
  identifier: string,
  { card }: PaymentRequest,
  now: Date,
): VaultedCard | undefined {
  if (!card) return undefined;
  try {
    return sealCard(sealedBox, keyedHashes, identifier, card, now);
  } catch {
    throw new GatewayError('cardNotStored');
  }
}

export function projectOf({ configuration }: ApiContext, code: string) {
  const project = configuration().projects[code];
  if (!project) throw new GatewayError('merchantNotFound');
  return project;
}
