import type { ChargeEndState } from './order-states.js';

/** How the simulated provider behaves for one order (contract §10), in the words of charges. */
export type Scenario = {
  readonly end: ChargeEndState;
  readonly reason: string;
  /**
   * When the outcome is decided: `at_once` before the answer to the create call, `after_delay` from the answer on,
   * `after_silence` when the provider speaks again.
   */
  readonly when: 'at_once' | 'after_delay' | 'after_silence';
  /**
   * What the create call gets: the charge as `opened` or as `ended`, a status of `500`, `garbage` in the body, a
   * connection `cut` after processing, or `silence`.
   */
  readonly answer: 'opened' | 'ended' | '500' | 'garbage' | 'cut' | 'silence';
  readonly notifications: NotificationHabit;
  /** Whether the payer has a next step; a provider that does not answer gives none. */
  readonly nextStep: boolean;
  readonly amount: 'asked' | 'another';
  /** The refusal is worth another try at another provider. */
  readonly soft: boolean;
};

export type NotificationHabit =
  'once' | 'before_answer' | 'five_equal' | 'contradictory' | 'wrong_signature' | 'never';

const paid: Scenario = {
  end: 'CAPTURED',
  reason: 'PAID',
  when: 'after_delay',
  answer: 'opened',
  notifications: 'once',
  nextStep: true,
  amount: 'asked',
  soft: false,
};
const refused = { ...paid, end: 'REFUSED', reason: 'INSUFFICIENT_FUNDS' } as const;

/**
 * `timeout_lost` is not among them: it leaves no charge behind; nor is `held_request`, which leaves none before it arrives.
 * `refused` never arrives here.
 */
export const scenarios = {
  success: paid,
  decline: refused,
  error: { ...paid, end: 'FAULT', reason: 'BANK_OUT_OF_ORDER' },
  expire: { ...paid, end: 'LAPSED', reason: 'PAYER_DID_NOT_ACT' },
  timeout_success: { ...paid, when: 'after_silence', answer: 'silence', nextStep: false },
  timeout_decline: { ...refused, when: 'after_silence', answer: 'silence', nextStep: false },
  reset: { ...paid, answer: 'cut', nextStep: false },
  http_500: { ...paid, answer: '500', nextStep: false },
  garbage: { ...paid, answer: 'garbage', nextStep: false },
  no_callback: { ...paid, notifications: 'never' },
  early_callback: { ...paid, when: 'at_once', notifications: 'before_answer' },
  duplicate_callback: { ...paid, notifications: 'five_equal' },
  contradictory_callback: { ...paid, notifications: 'contradictory' },
  unsigned_callback: { ...paid, notifications: 'wrong_signature' },
  wrong_amount: { ...paid, amount: 'another' },
  at_once: { ...paid, when: 'at_once', answer: 'ended', nextStep: false },
  soft_decline: {
    ...refused,
    reason: 'DO_NOT_HONOUR',
    when: 'at_once',
    answer: 'ended',
    notifications: 'never',
    nextStep: false,
    soft: true,
  },
  late_soft_decline: { ...refused, reason: 'DO_NOT_HONOUR', soft: true },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** The create call never arrives: no answer, no charge. */
export const lostScenario = 'timeout_lost';

/** The create call is held up on its way: no answer, and it arrives when its delay is over. */
export const heldScenario = 'held_request';
/** Default delay of a held request, in milliseconds. */
export const heldMs = 200_000;

/** Card numbers choose a scenario as well (contract §10); every other number chooses none. */
export const cardScenarios: Readonly<Record<string, ScenarioName>> = {
  '4000000000000002': 'decline',
  '4000000000000119': 'error',
  '4000000000000259': 'timeout_success',
  '4000000000009987': 'late_soft_decline',
  '4000000000009995': 'soft_decline',
};

/** Every name that a charge takes. */
export const chargeScenarioNames: readonly string[] = [...Object.keys(scenarios), lostScenario, heldScenario];

/** Whether the word names a scenario that creates a charge. */
export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}

/** The behaviour of a named scenario. */
export function scenarioNamed(name: ScenarioName): Scenario {
  return scenarios[name];
}

/** Milliseconds from the opening of an order to its outcome. */
export function endsInMs({ when }: Scenario, delayMs: number, silenceMs: number): number {
  switch (when) {
    case 'at_once':
      return 0;
    case 'after_delay':
      return delayMs;
    case 'after_silence':
      return silenceMs;
  }
}
