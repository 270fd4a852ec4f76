import { JsonNumber, type JsonScalar } from '#domain/values/json';
import { methodOf } from '#domain/methods/find-method';
import type { Challenge } from '#domain/transaction/challenge';
import type { ProviderOutcome } from '#domain/transaction/report';
import type { PaymentOrder } from '../connector.js';
import { isObject, scannedText, shownText, text, webUrl } from '../json-body.js';
import { readPaymentReversals } from './corrections.js';
import { currencyCode, decimal, readReason, type NextStepReading, type OrderReading } from './read-body.js';

/** Our challenge types in the provider's words; `none` skips the customer's step. */
const nextSteps: Readonly<Record<string, string>> = {
  none: 'none',
  redirect: 'visit',
  ussd: 'dial',
  qr: 'scan',
  multibanco: 'entity',
  voucher: 'slip',
  bank_transfer_mexico: 'transfer',
};

/** Body of `POST /charges`. Holds only the fields that the provider requires. Holds card data: never to be logged. */
export function chargeRequest(order: PaymentOrder): Record<string, unknown> {
  const { card, customer, meta, money } = order;
  return {
    order: order.providerReference,
    value: money.amount,
    iso: money.currency,
    instrument: order.method.toUpperCase(),
    memo: order.description,
    payer: { phone: customer.phone },
    language: order.locale,
    card: card && {
      number: card.pan,
      code: card.cvv,
      month: card.expMonth,
      year: card.expYear,
      holder: card.holderName,
    },
    channel: order.channelCode,
    payable_until: order.payableUntil,
    notify_url: order.callbackUrl,
    return_url: order.returnUrl,
    simulate: {
      scenario: meta.sandbox,
      delay_ms: meta.sandbox_delay_ms,
      next_step: nextStep(meta.sandbox_challenge ?? usualChallenge(order)),
      after: meta.sandbox_after,
    },
  };
}

/** What the method's customers usually have to do; a merchant may ask for another challenge (contract §6). */
function usualChallenge({ style, method }: PaymentOrder): string | undefined {
  return methodOf('payment', style, method).challenges[0];
}

/** An unknown word goes through, for the provider to refuse. */
function nextStep(challenge: JsonScalar | undefined): string | undefined {
  if (challenge === undefined) return undefined;
  const word = challenge instanceof JsonNumber ? challenge.text : String(challenge);
  return Object.hasOwn(nextSteps, word) ? nextSteps[word] : word;
}

/** The provider's states that end a charge. Every other word, known or not, is `open`. */
export const outcomes: Readonly<Record<string, Exclude<ProviderOutcome, 'open'>>> = {
  CAPTURED: 'success',
  REFUSED: 'declined',
  FAULT: 'error',
  LAPSED: 'expired',
  ABANDONED: 'cancelled',
};

/** The payer has declined on the provider's page. */
const declinedByPayer = 'DECLINED_BY_PAYER';

/**
 * A charge as the sandbox provider describes it in answers and callbacks. Undefined unless order, state and currency are
 * present and valid. The amount is the amount taken, not the amount asked for.
 */
export function readCharge(body: unknown): OrderReading | undefined {
  if (!isObject(body)) return undefined;
  const { state, iso, captured_value: capturedValue } = body;
  const [providerId, order] = [text(body.charge), text(body.order)];
  if (providerId === undefined || order === undefined || typeof state !== 'string') return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const isCaptured = typeof capturedValue === 'string' && decimal.test(capturedValue);
  if (!isCaptured && (capturedValue !== undefined || state === 'CAPTURED')) return undefined;

  const outcome = Object.hasOwn(outcomes, state) ? outcomes[state] : undefined;
  const reason = readReason(body.reason);
  const isSoft = body.retry_elsewhere === true;
  const mayTryAgain = outcome === 'declined' && (isSoft || reason === declinedByPayer);
  return {
    report: {
      providerReference: order,
      outcome: outcome ?? 'open',
      providerId,
      ...(isCaptured && { amount: capturedValue, currency: iso }),
      ...(reason !== undefined && { reason }),
      ...(mayTryAgain && { mayTryAgain }),
    },
    retryElsewhere: isSoft,
    nextStep: readNextStep(body.next_step),
    reversals: readPaymentReversals(body, order),
  };
}

function readNextStep(step: unknown): NextStepReading {
  if (step === undefined || step === null) return { kind: 'none' };
  if (!isObject(step) || typeof step.kind !== 'string') return { kind: 'unreadable' };
  const challenge = translateStep(step.kind, step);
  return challenge === undefined ? { kind: 'unreadable' } : { kind: 'read', challenge };
}

function translateStep(kind: string, step: Record<string, unknown>): Challenge | undefined {
  const instructionsUrl = webUrl(step.page);
  switch (kind) {
    case 'visit': {
      const url = webUrl(step.url);
      return url === undefined ? undefined : { type: 'redirect', url };
    }
    case 'dial': {
      const code = shownText(step.code);
      return code === undefined ? undefined : { type: 'ussd', code, ...page(instructionsUrl) };
    }
    case 'scan': {
      const payload = scannedText(step.payload);
      return payload === undefined ? undefined : { type: 'qr', payload, ...page(instructionsUrl) };
    }
    case 'entity': {
      const [entity, reference] = [shownText(step.entity), shownText(step.number)];
      if (entity === undefined || reference === undefined) return undefined;
      return { type: 'multibanco', entity, reference, ...page(instructionsUrl) };
    }
    case 'slip': {
      const [number, payBy] = [shownText(step.number), shownText(step.pay_by)];
      if (number === undefined || payBy === undefined) return undefined;
      return { type: 'voucher', number, payBy, ...placesOf(step.places), ...page(instructionsUrl) };
    }
    case 'transfer': {
      const clabe = shownText(step.clabe);
      return clabe === undefined
        ? undefined
        : { type: 'bank_transfer_mexico', clabe, ...page(instructionsUrl) };
    }
    default:
      return undefined;
  }
}

/** Shops that a customer reads through before paying in one of them. */
const placesMax = 20;

function placesOf(places: unknown): { readonly places?: readonly string[] } {
  const names = Array.isArray(places)
    ? places.slice(0, placesMax).flatMap((place) => shownText(place) ?? [])
    : [];
  return names.length === 0 ? {} : { places: names };
}

function page(instructionsUrl: string | undefined): { readonly instructionsUrl?: string } {
  return instructionsUrl === undefined ? {} : { instructionsUrl };
}
