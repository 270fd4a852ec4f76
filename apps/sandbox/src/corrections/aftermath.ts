import type { CorrectionKind } from '../orders/order-states.js';

/** One step of what follows a success: a correction of the whole amount or of half, or the last one told once more. */
type Step = { readonly kind: CorrectionKind; readonly part: 'whole' | 'half' } | 'again';

const whole = (kind: CorrectionKind): Step => ({ kind, part: 'whole' });
const half = (kind: CorrectionKind): Step => ({ kind, part: 'half' });

/** What a merchant may ask to follow the success of a charge (contract §15.9). */
const chargeAftermaths = {
  chargeback: [whole('CLAWBACK')],
  chargeback_won: [whole('CLAWBACK'), whole('CLAWBACK_LIFTED')],
  inquiry: [whole('QUERY')],
  provider_refund: [whole('PANEL_REFUND')],
  provider_refund_part: [half('PANEL_REFUND')],
} as const satisfies Record<string, readonly Step[]>;

/** The same of a credit. */
const creditAftermaths = {
  returned: [whole('BOUNCE')],
  returned_part: [half('BOUNCE')],
  returned_twice: [whole('BOUNCE'), 'again'],
} as const satisfies Record<string, readonly Step[]>;

const aftermaths = { ...chargeAftermaths, ...creditAftermaths };
type AftermathName = keyof typeof aftermaths;

/** Every name, of charges and of credits. */
export const aftermathNames: readonly string[] = Object.keys(aftermaths);

/** What follows the success of one order, with this time before each step. */
export type Aftermath = { readonly name: AftermathName; readonly everyMs: number };

/** The aftermath with this name, if orders of this kind have it. */
export function chargeAftermath(name: string): AftermathName | undefined {
  return isIn(chargeAftermaths, name) ? name : undefined;
}

/** The same of credits. */
export function creditAftermath(name: string): AftermathName | undefined {
  return isIn(creditAftermaths, name) ? name : undefined;
}

export function stepsOf({ name }: Aftermath): readonly Step[] {
  return aftermaths[name];
}

function isIn<Names extends object>(table: Names, name: string): name is keyof Names & AftermathName {
  return Object.hasOwn(table, name);
}
