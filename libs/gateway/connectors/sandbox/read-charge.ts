import type { Challenge } from '#domain/transaction/challenge';
import { currencyCode, decimal, isObject, readReason } from './read-body.js';

/** A charge as the sandbox provider describes it in answers and callbacks, as far as we rely on it. */
export type SandboxCharge = {
  readonly id: string;
  /** Our reference towards the provider. */
  readonly order: string;
  readonly state: string;
  readonly iso: string;
  /** Present exactly when money was taken. */
  readonly capturedValue?: string;
  readonly reason?: string;
  readonly retryElsewhere: boolean;
  readonly nextStep: NextStepReading;
};

/** A step we cannot read differs from none: the customer would be stuck. */
export type NextStepReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly challenge: Challenge };

/** `undefined` when the body is not a charge that says which order it is and where it stands. */
export function readCharge(body: unknown): SandboxCharge | undefined {
  if (!isObject(body)) return undefined;
  const { charge: id, order, state, iso, captured_value: capturedValue } = body;
  if (typeof id !== 'string' || typeof order !== 'string' || typeof state !== 'string') return undefined;
  if (typeof iso !== 'string' || !currencyCode.test(iso)) return undefined;
  const reason = readReason(body.reason);
  const captured = typeof capturedValue === 'string' && decimal.test(capturedValue);
  if (!captured && (capturedValue !== undefined || state === 'CAPTURED')) return undefined;
  return {
    id,
    order,
    state,
    iso,
    ...(captured && { capturedValue }),
    ...(reason !== undefined && { reason }),
    retryElsewhere: body.retry_elsewhere === true,
    nextStep: readNextStep(body.next_step),
  };
}

function readNextStep(step: unknown): NextStepReading {
  if (step === undefined || step === null) return { kind: 'none' };
  if (!isObject(step) || typeof step.kind !== 'string') return { kind: 'unreadable' };
  const challenge = translateStep(step.kind, step);
  return challenge === undefined ? { kind: 'unreadable' } : { kind: 'read', challenge };
}

function translateStep(kind: string, step: Record<string, unknown>): Challenge | undefined {
  const instructionsUrl = text(step.page);
  switch (kind) {
    case 'visit': {
      const url = text(step.url);
      return url === undefined ? undefined : { type: 'redirect', url };
    }
    case 'dial': {
      const code = text(step.code);
      return code === undefined ? undefined : { type: 'ussd', code, ...page(instructionsUrl) };
    }
    case 'scan': {
      const payload = text(step.payload);
      return payload === undefined ? undefined : { type: 'qr', payload, ...page(instructionsUrl) };
    }
    case 'entity': {
      const [entity, reference] = [text(step.entity), text(step.number)];
      if (entity === undefined || reference === undefined) return undefined;
      return { type: 'multibanco', entity, reference, ...page(instructionsUrl) };
    }
    case 'slip': {
      const [number, payBy] = [text(step.number), text(step.pay_by)];
      if (number === undefined || payBy === undefined) return undefined;
      return { type: 'voucher', number, payBy, ...placesOf(step.places), ...page(instructionsUrl) };
    }
    case 'transfer': {
      const clabe = text(step.clabe);
      return clabe === undefined
        ? undefined
        : { type: 'bank_transfer_mexico', clabe, ...page(instructionsUrl) };
    }
    default:
      return undefined;
  }
}

function placesOf(places: unknown): { readonly places?: readonly string[] } {
  const names = Array.isArray(places) ? places.filter((place) => typeof place === 'string') : [];
  return names.length === 0 ? {} : { places: names };
}

function page(instructionsUrl: string | undefined): { readonly instructionsUrl?: string } {
  return instructionsUrl === undefined ? {} : { instructionsUrl };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
