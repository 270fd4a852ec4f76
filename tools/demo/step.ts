import type { GatewayClient } from '#client/gateway-client';

export type StepResult = {
  /** In the form of the step's `expected`, or what went wrong. */
  readonly outcome: string;
  readonly isExpected: boolean;
  readonly createMs?: number;
  readonly identifier?: string | undefined;
  readonly hostedPageUrl?: string | undefined;
  /** `performance.now()` when the payment was known to be paid. */
  readonly paidAt?: number;
  readonly hasCallback?: boolean;
};

export type StepStage = {
  readonly client: GatewayClient;
  /** Signs with a key of its own making. */
  readonly stranger: GatewayClient;
  /** Calls for a project without the funds that the tour pays out. */
  readonly poor: GatewayClient;
  readonly sandboxUrl: string;
  readonly referenceOf: (name: string) => string;
};
