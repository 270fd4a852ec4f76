import { scenarioNamed } from '../orders/scenarios.js';
import { stateOf } from './charge.js';
import type { Charge } from './charge.js';
import { describeNextStep } from './next-step.js';
import { showTransfer } from './transfer.js';

/** The charge on the wire, in answers and notifications. */
export function showCharge(charge: Charge, publicUrl: string): Record<string, unknown> {
  const nextStep = charge.end === undefined ? describeNextStep(charge, publicUrl) : undefined;
  const soft = charge.scenario !== undefined && scenarioNamed(charge.scenario).soft;
  return {
    charge: charge.id,
    order: charge.order,
    state: stateOf(charge),
    value: charge.value,
    iso: charge.iso,
    instrument: charge.instrument,
    ...(charge.language !== undefined && { language: charge.language }),
    opened_at: charge.openedAt,
    payable_until: charge.payableUntil,
    ...(charge.card !== undefined && { card: charge.card }),
    ...(nextStep !== undefined && { next_step: nextStep }),
    ...(charge.transfer !== undefined && { transfer: showTransfer(charge.transfer) }),
    ...(charge.end !== undefined && {
      reason: charge.end.reason,
      ended_at: charge.end.endedAt,
      ...(charge.end.capturedValue !== undefined && { captured_value: charge.end.capturedValue }),
      ...(charge.end.state === 'REFUSED' && { retry_elsewhere: soft }),
    }),
  };
}
