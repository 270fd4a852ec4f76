import type { Challenge } from '#domain/transaction/challenge';
import type { ReportedReversal } from '#domain/refunds/reversal';
import type { ProviderReport } from '#domain/transaction/report';
import { isObject } from '../json-body.js';

/** Fields that all answers and notifications of the sandbox provider have in common. */
export const decimal = /^\d{1,18}(\.\d{1,8})?$/;
export const currencyCode = /^[A-Z]{3}$/;
/** The provider's reasons are codes; free text could hold personal data and is not kept. */
const reasonCode = /^[A-Z][A-Z0-9_]{0,63}$/;
const scenarioName = /^[a-z]{1,20}(_[a-z0-9]{1,20}){0,2}$/;
const scenariosMax = 50;

/** Undefined if it is not a code. */
export function readReason(value: unknown): string | undefined {
  return typeof value === 'string' && reasonCode.test(value) ? value : undefined;
}

/** Names of scenarios from the provider's documentation. Undefined if one of them could be any other text. */
export function readScenarioNames(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > scenariosMax) return undefined;
  const names = value.filter((name) => typeof name === 'string' && scenarioName.test(name));
  return names.length === value.length ? names : undefined;
}

/** The provider's code of a refusal. */
export function readFault(body: unknown): string | undefined {
  return isObject(body) ? readReason(body.fault) : undefined;
}

/** An unreadable step is not the same as no step: the customer would be stuck. */
export type NextStepReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'read'; readonly challenge: Challenge };

/** The provider's report of one of our orders: a charge, a credit or a refund. */
export type OrderReading = {
  readonly report: ProviderReport;
  readonly retryElsewhere: boolean;
  readonly nextStep: NextStepReading;
  /** What the record tells about the money after a success. */
  readonly reversals: readonly ReportedReversal[];
};

/** Reads a body as one kind of order; undefined if it is none. */
export type ReadOrder = (body: unknown) => OrderReading | undefined;
